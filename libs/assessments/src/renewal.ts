const renewAfterMonths = 12;

/** When to assess again: twelve months after issue, at the same time of day in UTC. Advice; a certificate stays valid. */
export function renewBy(issuedAt: Date): Date {
  const later = new Date(issuedAt);
  later.setUTCMonth(later.getUTCMonth() + renewAfterMonths);
  // The last day of the month where the same day does not exist.
  if (later.getUTCDate() !== issuedAt.getUTCDate()) later.setUTCDate(0);
  return later;
}
