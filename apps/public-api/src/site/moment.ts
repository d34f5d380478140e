/** A time on a page, for people and for programs. */
export interface Moment {
  readonly text: string;
  readonly dateTime: string;
}

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `time` is ISO 8601. */
export function momentOf(time: string): Moment {
  return { text: `${minute.format(new Date(time))} UTC`, dateTime: time };
}
