import { Logger } from '@nestjs/common';
import { type Attempt, type AttemptsStore } from '../guesses/attempts.store';
import { type Guesser } from '../guesses/guess-budgets';
import { guessing, type Outcome, type Submission } from './submission';

/** A password, a code or a passkey, which an attacker might be guessing. */
export interface Guess {
  readonly what: string;
  /** Undefined when the account does not exist. */
  readonly userId: string | undefined;
  readonly account: Guesser['account'];
  readonly attemptsOf: (guesser: Guesser) => Attempt[];
  readonly isRight: () => Promise<boolean>;
  readonly problem: string;
}

/** Charges guesses to their budgets before they are checked (ADR 19). */
export class GuessJudge {
  private readonly log = new Logger('SignIn');

  constructor(private readonly attempts: Pick<AttemptsStore, 'begin' | 'forgive' | 'fail'>) {}

  /** Checks a guess if the budgets allow it. Undefined when it is right. */
  async refusal({ network, knownTo, now }: Submission, guess: Guess): Promise<Outcome | undefined> {
    const { what, userId, account, problem } = guess;
    const browser = await knownTo(userId ?? '');
    const attempts = guess.attemptsOf({ account, network, browser });
    const wait = await this.attempts.begin(...attempts);
    if (wait > 0) {
      this.log.log({ msg: `${what} over budget`, userId, knownBrowser: browser !== undefined });
      return guessing(wait, browser);
    }
    if (!(await guess.isRight())) {
      await this.attempts.fail(account, now);
      this.log.log({ msg: `${what} refused`, userId, knownBrowser: browser !== undefined });
      return { problem };
    }
    await this.attempts.forgive(...attempts);
    return undefined;
  }
}
