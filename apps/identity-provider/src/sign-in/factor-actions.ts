import { Logger } from '@nestjs/common';
import { type PeopleStores } from '../stores/people-stores';
import { fromBase32, toBase32 } from '../second-factor/base32';
import { type NewMail, noticeTo } from '../people/mails.store';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { passkeyNameIn } from '../people/person-name';
import { passkeyPageOf } from '../second-factor/passkey-page';
import { newRecoveryCodes } from '../second-factor/recovery-codes.store';
import { confirmedStep, digitsOf } from '../second-factor/app-setup';
import { newTotpSecret } from '../second-factor/totp';
import { factorAttempts } from '../guesses/guess-budgets';
import { type GuessJudge } from './guess-judge';
import { connectionOf, placeOf } from './next-step';
import { type Progress } from './progress';
import { type Situation } from './situation';
import { type Outcome, personIn, secondsOf, type Submission, textOf } from './submission';

interface Factor {
  /** The methods that it proves beside `mfa` (RFC 8176). Undefined when it is refused. */
  readonly accept: (userId: string) => Promise<readonly string[] | undefined>;
  readonly problem: string;
}

/** The forms with a second factor: to show one, and to set up the first one. */
export class FactorActions {
  private readonly log = new Logger('SignIn');

  constructor(
    private readonly people: PeopleStores,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly judge: GuessJudge,
    /** Whether mail is configured. */
    private readonly tellsOwner: boolean,
  ) {}

  async code(submission: Submission): Promise<Outcome> {
    const { form, now } = submission;
    return this.show(submission, {
      accept: async (userId) =>
        (await this.people.authenticators.accept(userId, digitsOf(form.code), now)) ? [] : undefined,
      problem: 'The code is incorrect or was used before. Wait for the next code and enter it.',
    });
  }

  async recoveryCode(submission: Submission): Promise<Outcome> {
    return this.show(submission, {
      accept: async (userId) =>
        (await this.people.recoveryCodes.accept(userId, textOf(submission.form.code))) ? [] : undefined,
      problem: 'The recovery code is incorrect or was used before. Each code works once.',
    });
  }

  async passkey(submission: Submission): Promise<Outcome> {
    const { form, uid } = submission;
    if (this.ceremonies.host === undefined) return { problem: notAccepted };
    return this.show(submission, {
      accept: (userId) =>
        this.ceremonies.shown({ userId, page: passkeyPageOf('sign-in', uid) }, form.credential),
      problem: notAccepted,
    });
  }

  /** Creates the secret of the app before the page that shows it. */
  beginEnrolment({ progress }: Situation): Progress {
    return { ...progress, newSecret: progress.newSecret ?? toBase32(newTotpSecret()) };
  }

  async enrolApp({ situation, form, now }: Submission): Promise<Outcome> {
    const { progress } = situation;
    const userId = personIn(situation);
    if (progress.newSecret === undefined) return { progress };
    const secret = fromBase32(progress.newSecret);
    const step = secret && confirmedStep(secret, form.code, now);
    if (secret === undefined || step === undefined) {
      return { problem: 'The code is incorrect. Enter the code that the app shows now.' };
    }
    const rest = { ...progress, newSecret: undefined };
    const app = { secret, usedStep: step, notice: await this.noticeTo(userId) };
    // Another tab has set up a second factor first: the next page asks for it.
    if (!(await this.people.authenticators.enrolFirst(userId, app))) return { progress: rest };
    return this.enrolled(userId, rest);
  }

  async enrolPasskey({ situation, form, uid }: Submission): Promise<Outcome> {
    const userId = personIn(situation);
    const named = passkeyNameIn(form.name);
    if (this.ceremonies.host === undefined) return { problem: notCreated };
    if ('problem' in named) return named;
    const created = await this.ceremonies.created(
      { userId, page: passkeyPageOf('sign-in', uid) },
      form.credential,
    );
    if (!created) return { problem: notCreated };
    const rest = { ...situation.progress, newSecret: undefined };
    const notice = await this.noticeTo(userId);
    const added = await this.people.passkeys.add(
      userId,
      { ...created, ...named },
      { onlyFirst: true, notice },
    );
    if (added === 'taken') return { problem: notCreated };
    // Another tab has set up a second factor first: the next page asks for it.
    if (added !== 'added') return { progress: rest };
    return this.enrolled(userId, rest);
  }

  /** The user signs in again, in the same way. */
  async confirmRecoveryCodes({ situation }: Submission): Promise<Outcome> {
    const user = await this.people.users.find(personIn(situation));
    const orgId = placeOf(situation)?.orgId;
    const wayInto = connectionOf(situation) === undefined ? undefined : orgId;
    return { progress: { anotherPerson: true, isFactorNew: true, address: user?.email, orgId, wayInto } };
  }

  private async noticeTo(userId: string): Promise<NewMail | undefined> {
    const user = await this.people.users.find(userId);
    return user && this.tellsOwner ? noticeTo(user, 'factor-added') : undefined;
  }

  private async enrolled(userId: string, progress: Progress): Promise<Outcome> {
    const codes = newRecoveryCodes();
    await this.people.recoveryCodes.replace(userId, codes);
    this.log.log({ msg: 'second factor set up', userId });
    return { progress: { ...progress, newRecoveryCodes: codes } };
  }

  private async show(submission: Submission, factor: Factor): Promise<Outcome> {
    const { situation, now } = submission;
    const userId = personIn(situation);
    let factorMethods: readonly string[] | undefined;
    const refused = await this.judge.refusal(submission, {
      what: 'second factor',
      userId,
      account: userId,
      problem: factor.problem,
      attemptsOf: factorAttempts,
      isRight: async () => (factorMethods = await factor.accept(userId)) !== undefined,
    });
    return (
      refused ?? {
        progress: {
          ...situation.progress,
          factorAt: secondsOf(now),
          factorMethods: [...(factorMethods ?? [])],
        },
      }
    );
  }
}

/** The same for every reason: wrong key, late answer, a passkey of another account. */
const notAccepted = 'The passkey was not accepted. Try again, or use another method.';
const notCreated = 'The passkey was not created. Try again.';
