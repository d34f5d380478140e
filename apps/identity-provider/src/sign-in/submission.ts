import { waitInWords } from '../pages/wait-in-words';
import { type Guesser } from '../guesses/guess-budgets';
import { personOf } from './next-step';
import { type Progress } from './progress';
import { type Situation } from './situation';

/** The outcome of a form: the new progress, or a problem text with an optional wait in seconds and what to remember. */
export type Outcome =
  | {
      readonly progress: Progress;
      /** The external page on which the user continues. */
      readonly leadsTo?: { readonly address: string; readonly name: string };
    }
  | { readonly problem: string; readonly waitSeconds?: number; readonly progress?: Progress };

export type Form = Readonly<Record<string, unknown>>;

/** The content and the source of a form. */
export interface Submission {
  readonly situation: Situation;
  readonly form: Form;
  /** Of the sign-in. */
  readonly uid: string;
  readonly network: string;
  /** The id of the sending browser if it is known to the account. Pass `''` if the account does not exist. */
  readonly knownTo: (userId: string) => Promise<string | undefined>;
  readonly now: Date;
}

/** Longer input is cut: hashing time grows with length. */
const longestField = 256;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestField) : '';
}

export function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}

export function personIn(situation: Situation): string {
  const userId = personOf(situation);
  if (userId === undefined) throw new Error('no user is authenticated');
  return userId;
}

export function waiting(seconds: number, advice = ''): Outcome {
  return {
    problem: `Too many attempts. Wait ${waitInWords(seconds)} and try again.${advice}`,
    waitSeconds: seconds,
  };
}

/** Advises the owner of an attacked account. The text is the same for an account that does not exist. */
export function guessing(seconds: number, browser: Guesser['browser']): Outcome {
  const advice = ' Attempts by other people do not block a browser in which you have signed in before.';
  return waiting(seconds, browser === undefined ? advice : '');
}
