import { type Answer, type Mode } from '@governance/rubric';

/** Who assessed whom, as certificate, message and pages put it. */
export const modeInWords: Readonly<Record<Mode, string>> = {
  'msp-self': 'The provider assesses itself',
  'client-on-behalf': 'On behalf of one client',
};

/** The answer scale (spec 2.1), which every published rubric shares. */
export const answerInWords: Readonly<Record<Answer, string>> = {
  0: 'None',
  1: 'Partial',
  2: 'Mostly',
  3: 'Yes',
};

/** "5⅓ days": efforts come in thirds. */
export function daysInWords(days: number): string {
  const thirds = Math.round(days * 3);
  const whole = Math.floor(thirds / 3);
  const fraction = ['', '⅓', '⅔'][thirds % 3] ?? '';
  const number = whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`;
  return thirds <= 3 && thirds > 0 ? `${number} day` : `${number} days`;
}

/** "2.80": two decimals, as the rubric rounds them. */
export function pointsInWords(points: number): string {
  return points.toFixed(2);
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "20 November 2026": no reader takes the day for the month. UTC, as everywhere. */
export function dayInWords(date: Date): string {
  return day.format(date);
}

const verdict = /^(?:Launch (?:allowed|refused)|(?:Not r|R)eady to launch): /;

/** A reason of more parts than this is shown as a list: a sentence of twenty parts is read by nobody. */
export const readableParts = 3;

/** The reason without the verdict that it begins with and without its full stop, split where the rubric joined it. */
export function reasonParts(launchReason: string): string[] {
  return launchReason.replace(verdict, '').replace(/\.$/, '').split('; ');
}

/** The text with a capital letter, to stand alone. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
