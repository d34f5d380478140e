const renewAfterMonths = 12;

/** When to assess again: twelve months after issue, at the same time in UTC. Advice only: a certificate stays valid. */
export function renewBy(issuedAt: Date): Date {
  const later = new Date(issuedAt);
  later.setUTCMonth(later.getUTCMonth() + renewAfterMonths);
  // The last day of the month when it has no such day.
  if (later.getUTCDate() !== issuedAt.getUTCDate()) later.setUTCDate(0);
  return later;
}
