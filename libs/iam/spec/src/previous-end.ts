/** When a replaced secret or key expires: with the overlap, or with itself or its successor if that is earlier. */
export function previousEnd(overlapUntil: Date, ...expiries: readonly (Date | undefined)[]): Date {
  return expiries.reduce<Date>(
    (first, each) => (each !== undefined && each < first ? each : first),
    overlapUntil,
  );
}
