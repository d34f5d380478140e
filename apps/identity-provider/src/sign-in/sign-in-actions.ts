import { signInKey } from '@governance/deliveries';
import { newPasswordOf } from '../people/new-password';
import { hashPassword } from '../people/password-hash';
import { type PeopleStores } from '../stores/people-stores';
import { personNameIn } from '../people/person-name';
import { passwordAttempts } from '../guesses/guess-budgets';
import { type GuessJudge } from './guess-judge';
import { type Progress } from './progress';
import { type Situation } from './situation';
import { type Outcome, secondsOf, type Submission, textOf } from './submission';

/** The actions of the sign-in forms. The caller has checked that the form belongs to the current step. */
export class SignInActions {
  constructor(
    private readonly people: Pick<PeopleStores, 'users' | 'passwords'>,
    private readonly judge: GuessJudge,
  ) {}

  /** Returns the same outcome after the same time, whether or not the account exists. */
  async password(submission: Submission): Promise<Outcome> {
    const { situation, form, now } = submission;
    const email = situation.invited?.invitation.email ?? textOf(form.email).trim();
    const { users, passwords } = this.people;
    const user = await users.findByEmail(email);
    const refused = await this.judge.refusal(submission, {
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
    const named = invited?.account ? { name: undefined } : personNameIn(form.name);
    const chosen = newPasswordOf(form, invited?.invitation.email ?? '');
    if ('problem' in named) return named;
    if ('problem' in chosen) return chosen;
    const passwordHash = await hashPassword(chosen.password);
    const account = invited?.account && { userId: invited.account.userId };
    return {
      progress: {
        ...account,
        shownAt: secondsOf(now),
        invited: { ...progress.invited, ...named, passwordHash },
      },
    };
  }

  organization({ situation: { progress, places }, form }: Submission): Outcome {
    const place = places.find(({ orgId }) => orgId === form.organization);
    if (!place) return { problem: 'Choose one of the organizations below.' };
    return { progress: { ...progress, orgId: place.orgId } };
  }

  consent({ situation: { progress } }: Submission): Outcome {
    return { progress: { ...progress, consented: true } };
  }
}

/** The progress that stays after the password: nothing that another user may have started. */
function progressToKeep({ progress }: Situation): Progress {
  const { orgId, invited } = progress;
  return { ...(orgId !== undefined && { orgId }), ...(invited && { invited: { wayId: invited.wayId } }) };
}
