import { signInKey } from '@governance/deliveries';
import { Logger } from '@nestjs/common';
import { newPasswordOf } from '../people/new-password';
import { hashPassword } from '../people/password-hash';
import { type PeopleStores } from '../people/people-stores';
import { personNameOf } from '../people/person-name';
import { fromBase32, toBase32 } from '../second-factor/base32';
import { newRecoveryCodes } from '../second-factor/recovery-codes.store';
import { matchingStep, newTotpSecret } from '../second-factor/totp';
import { type Attempt } from './attempts.store';
import { factorAttempts, type Guesser, passwordAttempts } from './guess-budgets';
import { waitInWords } from '../pages/wait-in-words';
import { personOf } from './next-step';
import { type Situation } from './situation';
import { type Progress } from './progress';

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
  readonly network: string;
  /** The id of the sending browser if it is known to the account. Pass `''` if the account does not exist. */
  readonly knownTo: (userId: string) => Promise<string | undefined>;
  readonly now: Date;
}

/** A password or code, which an attacker might be guessing. */
interface Guess {
  readonly what: string;
  /** Undefined when the account does not exist. */
  readonly userId: string | undefined;
  readonly account: Guesser['account'];
  readonly attemptsOf: (guesser: Guesser) => Attempt[];
  readonly isRight: () => Promise<boolean>;
  readonly problem: string;
}

/** Longer input is cut: hashing time grows with length. */
const longestField = 256;

/** The actions of the sign-in forms. The caller has checked that the form belongs to the current step. */
export class SignInActions {
  private readonly log = new Logger('SignIn');

  constructor(private readonly people: PeopleStores) {}

  /** Returns the same outcome after the same time, whether or not the account exists. */
  async password(submission: Submission): Promise<Outcome> {
    const { situation, form, now } = submission;
    const email = situation.invited?.invitation.email ?? textOf(form.email).trim();
    const { users, passwords } = this.people;
    const user = await users.findByEmail(email);
    const refused = await this.judge(submission, {
      what: 'password',
      userId: user?.id,
      account: user?.id ?? signInKey(email),
      attemptsOf: passwordAttempts,
      isRight: () => passwords.matches(user?.id, textOf(form.password)),
      problem: 'The email address or the password is incorrect. Check both and try again.',
    });
    return (
      refused ?? { progress: { ...progressToKeep(situation), userId: user?.id, shownAt: secondsOf(now) } }
    );
  }

  /** For an invitee without a password. It is stored when the invitation is accepted. */
  async newPassword({ situation: { progress, invited }, form, now }: Submission): Promise<Outcome> {
    const name = personNameOf(form.name);
    const chosen = newPasswordOf(form, invited?.invitation.email ?? '');
    if (!invited?.account && name === undefined)
      return { problem: 'Enter your name. Use 100 characters or fewer.' };
    if ('problem' in chosen) return chosen;
    const passwordHash = await hashPassword(chosen.password);
    const account = invited?.account && { userId: invited.account.userId };
    return {
      progress: {
        ...account,
        shownAt: secondsOf(now),
        invited: { ...progress.invited, name, passwordHash },
      },
    };
  }

  async code(submission: Submission): Promise<Outcome> {
    const { form, now } = submission;
    return this.showFactor(submission, {
      accept: (userId) => this.people.authenticators.accept(userId, digitsOf(form.code), now),
      problem: 'The code is incorrect or was used before. Wait for the next code and enter it.',
    });
  }

  async recoveryCode(submission: Submission): Promise<Outcome> {
    return this.showFactor(submission, {
      accept: (userId) => this.people.recoveryCodes.accept(userId, textOf(submission.form.code)),
      problem: 'The recovery code is incorrect or was used before. Each code works once.',
    });
  }

  /** Creates the secret of the app before the page that shows it. */
  beginEnrolment({ progress }: Situation): Progress {
    return { ...progress, newSecret: progress.newSecret ?? toBase32(newTotpSecret()) };
  }

  async enrol({ situation, form, now }: Submission): Promise<Outcome> {
    const { progress } = situation;
    const userId = personIn(situation);
    if (progress.newSecret === undefined) return { progress };
    const secret = fromBase32(progress.newSecret);
    const step = secret && matchingStep(secret, digitsOf(form.code), now);
    if (secret === undefined || step === undefined) {
      return { problem: 'The code is incorrect. Enter the code that the app shows now.' };
    }
    const rest = { ...progress, newSecret: undefined };
    // Another tab has set up an app first: the next page asks for its code.
    if (!(await this.people.authenticators.enrolFirst(userId, secret, step))) return { progress: rest };
    const codes = newRecoveryCodes();
    await this.people.recoveryCodes.replace(userId, codes);
    this.log.log({ msg: 'second factor set up', userId });
    return { progress: { ...rest, factorAt: secondsOf(now), newRecoveryCodes: codes } };
  }

  confirmRecoveryCodes({ situation: { progress } }: Submission): Outcome {
    return { progress: { ...progress, newRecoveryCodes: undefined } };
  }

  organization({ situation: { progress, places }, form }: Submission): Outcome {
    const place = places.find(({ orgId }) => orgId === form.organization);
    if (!place) return { problem: 'Choose one of the organizations below.' };
    return { progress: { ...progress, orgId: place.orgId } };
  }

  consent({ situation: { progress } }: Submission): Outcome {
    return { progress: { ...progress, consented: true } };
  }

  private async showFactor(
    submission: Submission,
    factor: { readonly accept: (userId: string) => Promise<boolean>; readonly problem: string },
  ): Promise<Outcome> {
    const { situation, now } = submission;
    const userId = personIn(situation);
    const refused = await this.judge(submission, {
      what: 'second factor',
      userId,
      account: userId,
      problem: factor.problem,
      attemptsOf: factorAttempts,
      isRight: () => factor.accept(userId),
    });
    return refused ?? { progress: { ...situation.progress, factorAt: secondsOf(now) } };
  }

  /** Checks a guess if the budgets allow it. Undefined when it is right. */
  private async judge({ network, knownTo }: Submission, guess: Guess): Promise<Outcome | undefined> {
    const { what, userId, account, problem } = guess;
    const browser = await knownTo(userId ?? '');
    const attempts = guess.attemptsOf({ account, network, browser });
    const wait = await this.people.attempts.begin(...attempts);
    if (wait > 0) return guessing(wait, browser);
    if (!(await guess.isRight())) {
      this.log.log({ msg: `${what} refused`, userId, knownBrowser: browser !== undefined });
      return { problem };
    }
    await this.people.attempts.forgive(...attempts);
    return undefined;
  }
}

/** The progress that stays after the password: nothing that another user may have started. */
function progressToKeep({ progress }: Situation): Progress {
  const { orgId, invited } = progress;
  return { ...(orgId !== undefined && { orgId }), ...(invited && { invited: { wayId: invited.wayId } }) };
}

function personIn(situation: Situation): string {
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
function guessing(seconds: number, browser: Guesser['browser']): Outcome {
  const advice = ' Attempts by other people do not block a browser in which you have signed in before.';
  return waiting(seconds, browser === undefined ? advice : '');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestField) : '';
}

/** Removes the spaces and dashes with which apps and users group digits. */
function digitsOf(value: unknown): string {
  return textOf(value).replaceAll(/[\s-]/g, '');
}

function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
