const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });
const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** `24 November 2026` */
export function dayInWords(moment: Date): string {
  return day.format(moment);
}

/** `24 November 2026, 03:05 UTC` */
export function momentInWords(moment: Date): string {
  return `${day.format(moment)}, ${time.format(moment)} UTC`;
}

/** `24 November 2026, 03:05:07 UTC` */
export function secondInWords(moment: Date): string {
  return `${day.format(moment)}, ${second.format(moment)} UTC`;
}

/** What ends or is due within 30 days needs attention. */
export const soonMs = 30 * 24 * 60 * 60_000;

/** Until when that is, as the API takes it. */
export function soonFrom(now: Date): string {
  return new Date(now.getTime() + soonMs).toISOString();
}
