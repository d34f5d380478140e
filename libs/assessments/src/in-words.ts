import { type Answer, type Mode, type Outcome } from '@governance/rubric';

/** Who assessed whom, as certificate, mail and pages word it. */
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

/** "5⅓ days": efforts are multiples of a third. */
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

/** "20 November 2026", in UTC. The written month avoids confusion with the day. */
export function dayInWords(date: Date): string {
  return day.format(date);
}

const verdict = /^(?:Launch (?:allowed|refused)|(?:Not r|R)eady to launch): /;

/** A reason with more parts is shown as a list: a sentence of twenty parts is unreadable. */
export const readableParts = 3;

const missingControl = 'required control missing: ';

/**
 * The parts of a reason, without its verdict and full stop. The rubric publishes the words "launch gate", and a certificate
 * prints them; pages and mails say "required control".
 */
export function reasonParts(launchReason: string): string[] {
  return launchReason
    .replace(verdict, '')
    .replace(/\.$/, '')
    .split('; ')
    .map((part) =>
      part
        .replace(/^launch gate not met: /, missingControl)
        .replace(/^all (\d+) launch gates are met\b/, 'all $1 required controls are in place'),
    );
}

/** "Not ready to launch: 3 required controls missing", or the verdict alone when no control is missing. */
export function verdictInWords({
  launchAllowed,
  launchReason,
}: Pick<Outcome, 'launchAllowed' | 'launchReason'>): string {
  if (launchAllowed) return 'Ready to launch';
  const missing = reasonParts(launchReason).filter((part) => part.startsWith(missingControl)).length;
  if (missing === 0) return 'Not ready to launch';
  return `Not ready to launch: ${missing} required control${missing === 1 ? '' : 's'} missing`;
}

export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
