import { signInKey } from '@governance/deliveries';
import { Logger } from '@nestjs/common';
import * as fields from '../management/fields';
import { hashPassword } from '../people/password-hash';
import { type PeopleStores } from '../people/people-stores';
import { fromBase32, toBase32 } from '../second-factor/base32';
import { newRecoveryCodes } from '../second-factor/recovery-codes.store';
import { matchingStep, newTotpSecret } from '../second-factor/totp';
import { type Attempt } from './attempts.store';
import { personOf, type Situation } from './next-step';
import { type Progress } from './progress';

/** What became of what somebody has sent: one step further, or a problem in words, and perhaps seconds to wait. */
export type Outcome =
  | {
      readonly progress: Progress;
      /** Where the person goes on, elsewhere. */
      readonly leadsTo?: { readonly address: string; readonly name: string };
    }
  | { readonly problem: string; readonly waitSeconds?: number };

export type Form = Readonly<Record<string, unknown>>;

/** What a form holds, and from where it was sent. */
export interface Submission {
  readonly situation: Situation;
  readonly form: Form;
  readonly network: string;
  readonly now: Date;
}

/** The longest that is looked at: hashing takes the longer the more there is. */
const longestField = 256;

/** What the forms of a sign-in do. Whether it is their turn has been checked. */
export class SignInActions {
  private readonly log = new Logger('SignIn');

  constructor(private readonly people: PeopleStores) {}

  /** The same answer after the same time, whether or not there is such an account. */
  async password({ situation, form, network, now }: Submission): Promise<Outcome> {
    const invited = situation.invited?.invitation.email;
    const [email, password] = [invited ?? textOf(form.email).trim(), textOf(form.password)];
    const { users, passwords, attempts } = this.people;
    const address: Attempt = { kind: 'address', of: network };
    const account: Attempt = { kind: 'account', of: signInKey(email) };
    const wait = (await attempts.begin(address)) || (await attempts.begin(account));
    if (wait > 0) return waiting(wait);
    const user = await users.findByEmail(email);
    if (!(await passwords.matches(user?.id, password)) || !user) {
      this.log.log({ msg: 'password refused', userId: user?.id });
      return { problem: 'The email address or the password is not right. Check both and try again.' };
    }
    await attempts.succeed(account);
    await attempts.forgive(address);
    return { progress: { ...kept(situation), userId: user.id, shownAt: secondsOf(now) } };
  }

  /** Of somebody who has come by a connection: the password of the account. */
  async accountPassword({ situation, form }: Submission): Promise<Outcome> {
    const { users, passwords, attempts } = this.people;
    const userId = personIn(situation);
    const user = await users.find(userId);
    const account: Attempt = { kind: 'account', of: user ? signInKey(user.email) : userId };
    const wait = await attempts.begin(account);
    if (wait > 0) return waiting(wait);
    if (!(await passwords.matches(userId, textOf(form.password)))) {
      return { problem: 'The password is not right. Check it and try again.' };
    }
    await attempts.succeed(account);
    return { progress: { ...situation.progress, passwordShown: true } };
  }

  /** Of an invited person who has none. It counts when the invitation is accepted. */
  async newPassword({ situation: { progress, invited }, form, now }: Submission): Promise<Outcome> {
    const name = fields.personName.safeParse(form.name);
    const password = fields.password.safeParse(form.password);
    if (!invited?.account && !name.success)
      return { problem: 'Enter your name, with at most 100 characters.' };
    if (!password.success) return { problem: 'The password must have 15 to 256 characters.' };
    if (form.repeated !== password.data) return { problem: 'The two passwords are not the same.' };
    const passwordHash = await hashPassword(password.data);
    const account = invited?.account && { userId: invited.account.userId };
    return {
      progress: {
        ...{ ...account, shownAt: secondsOf(now) },
        invited: { ...progress.invited, name: name.data, passwordHash },
      },
    };
  }

  async code({ situation, form, now }: Submission): Promise<Outcome> {
    return this.showFactor(situation, now, {
      accept: (userId) => this.people.authenticators.accept(userId, digitsOf(form.code), now),
      problem: 'The code is not right, or it was used before. Wait for the next one and enter that.',
    });
  }

  async recoveryCode({ situation, form, now }: Submission): Promise<Outcome> {
    return this.showFactor(situation, now, {
      accept: (userId) => this.people.recoveryCodes.accept(userId, textOf(form.code)),
      problem: 'The recovery code is not right, or it was used before. Each works once.',
    });
  }

  /** Before the page that shows it: the secret of the app that is to be set up. */
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
      return { problem: 'The code is not right. Enter the one that the app shows now.' };
    }
    const rest = { ...progress, newSecret: undefined };
    // Another tab was faster: the code of that app is asked for next.
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
    situation: Situation,
    now: Date,
    factor: { readonly accept: (userId: string) => Promise<boolean>; readonly problem: string },
  ): Promise<Outcome> {
    const userId = personIn(situation);
    const attempt: Attempt = { kind: 'second-factor', of: userId };
    const wait = await this.people.attempts.begin(attempt);
    if (wait > 0) return waiting(wait);
    if (!(await factor.accept(userId))) {
      this.log.log({ msg: 'second factor refused', userId });
      return { problem: factor.problem };
    }
    await this.people.attempts.succeed(attempt);
    return { progress: { ...situation.progress, factorAt: secondsOf(now) } };
  }
}

/** What stays when the password is shown: nothing of what somebody else may have begun. */
function kept({ progress }: Situation): Progress {
  const { orgId, invited } = progress;
  return { ...(orgId !== undefined && { orgId }), ...(invited && { invited: { wayId: invited.wayId } }) };
}

function personIn(situation: Situation): string {
  const userId = personOf(situation);
  if (userId === undefined) throw new Error('nobody has shown who they are');
  return userId;
}

export function waiting(seconds: number): Outcome {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 60 ? `${seconds} seconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return {
    problem: `There were too many attempts. Wait ${time} and try again.`,
    waitSeconds: seconds,
  };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestField) : '';
}

/** However an app or a person groups them. */
function digitsOf(value: unknown): string {
  return textOf(value).replaceAll(/[\s-]/g, '');
}

function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
