const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function dayInWords(time: Date): string {
  return day.format(time);
}
