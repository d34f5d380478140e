const format =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt](?<time>\d{2}:\d{2}:\d{2})(?<fraction>\.\d+)?(?:[Zz]|(?<sign>[+-])(?<hours>[01]\d|2[0-3]):(?<minutes>[0-5]\d))$/;

/**
 * Parses an RFC 3339 timestamp; undefined for other text. Fractions are cut to milliseconds. Leap seconds are refused,
 * because `Date` has none.
 */
export function parseRfc3339(text: string): Date | undefined {
  const parts = format.exec(text)?.groups;
  if (!parts) return undefined;
  const { date, time, fraction = '', sign, hours, minutes } = parts;
  const local = new Date(`${date}T${time}.${fraction.slice(1, 4).padEnd(3, '0')}Z`);
  // The parser turns 30 February into 2 March, so the result is compared with the input.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T${time}`)) return undefined;
  const offsetMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return new Date(local.getTime() - (sign === '-' ? -offsetMs : offsetMs));
}
