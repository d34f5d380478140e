const renewAfterMonths = 12;
const remindAfterMonths = renewAfterMonths - 1;

/** Eleven months have at most 337 days. A week more, for mail that waits and for outages. */
const daysUntilReminded = 344;

/** When to assess again: twelve months after issue, at the same time in UTC. Advice only: a certificate stays valid. */
export function renewBy(issuedAt: Date): Date {
  return monthsAfter(issuedAt, renewAfterMonths);
}

/** When a reminder is due: eleven months after issue, a month before `renewBy`. */
export function remindAt(issuedAt: Date): Date {
  return monthsAfter(issuedAt, remindAfterMonths);
}

/** Whether an address that is kept for the given number of days is still there when its reminder is due. */
export function canRemind(personalDataDays: number): boolean {
  return personalDataDays >= daysUntilReminded;
}

function monthsAfter(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCMonth(later.getUTCMonth() + months);
  // The last day of the month when it has no such day.
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}
