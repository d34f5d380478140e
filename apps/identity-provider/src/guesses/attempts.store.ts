import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';

/** The subject that a guess counts against. Each kind has its own budget; a sign-in uses several (`guess-budgets.ts`). */
export type AttemptKind =
  | 'network'
  | 'account-network'
  | 'account'
  | 'known-browser'
  | 'factor-network'
  | 'factor'
  | 'known-browser-factor'
  | 'user-code'
  | 'reset-network'
  | 'reset-account'
  | 'known-browser-reset';

export interface Attempt {
  readonly kind: AttemptKind;
  /** The account, client network or browser. Stored as a hash. */
  readonly of: string;
}

interface Budget {
  /** How many guesses may fail in a row. */
  readonly burst: number;
  /** The time after which one guess is refilled. */
  readonly refillSeconds: number;
}

const minute = 60;
const hour = 60 * minute;

/** ADR 0019 derives from these how many guesses an attacker has per day and per year. */
export const budgets: Readonly<Record<AttemptKind, Budget>> = {
  network: { burst: 30, refillSeconds: 2 * minute },
  'account-network': { burst: 10, refillSeconds: 15 * minute },
  account: { burst: 50, refillSeconds: 30 * minute },
  'known-browser': { burst: 10, refillSeconds: 15 * minute },
  'factor-network': { burst: 5, refillSeconds: 30 * minute },
  factor: { burst: 10, refillSeconds: 2 * hour },
  'known-browser-factor': { burst: 10, refillSeconds: hour },
  'user-code': { burst: 20, refillSeconds: 5 * minute },
  'reset-network': { burst: 10, refillSeconds: 10 * minute },
  'reset-account': { burst: 3, refillSeconds: 2 * hour },
  'known-browser-reset': { burst: 3, refillSeconds: hour },
};

/** Budgets of guesses, shared by all processes. Each subject has one, and only time refills it. */
export class AttemptsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Starts an attempt that counts against all of `attempts`, or against none. It counts as failed until `forgive`, so
   * concurrent attempts do not bypass the budget. Returns 0 if allowed, otherwise the seconds to wait.
   */
  async begin(...attempts: readonly Attempt[]): Promise<number> {
    for (const [index, attempt] of attempts.entries()) {
      const wait = await this.spend(attempt);
      if (wait === 0) continue;
      await this.forgive(...attempts.slice(0, index));
      return wait;
    }
    return 0;
  }

  /** Records success. Earlier failures stay counted: a success must not give an attacker a new budget. */
  async forgive(...attempts: readonly Attempt[]): Promise<void> {
    for (const attempt of attempts) {
      await this.database.query(
        'UPDATE identity.guesses SET spent = greatest(spent - 1, 0) WHERE subject = $1',
        [this.subjectOf(attempt)],
      );
    }
  }

  private async spend(attempt: Attempt): Promise<number> {
    const { burst, refillSeconds } = budgets[attempt.kind];
    const subject = this.subjectOf(attempt);
    const { rows: spent } = await this.database.query(
      `INSERT INTO identity.guesses AS known (subject, spent, counted_at, expires_at)
       VALUES ($1, 1, now(), now() + make_interval(secs => $3::double precision))
       ON CONFLICT (subject) DO UPDATE SET spent = ${stillSpent} + 1,
         counted_at = greatest(known.counted_at, now()),
         expires_at = greatest(known.counted_at, now())
           + make_interval(secs => (${stillSpent} + 1) * $3::double precision)
       WHERE ${stillSpent} + 1 <= $2 RETURNING subject`,
      [subject, burst, refillSeconds],
    );
    return spent.length > 0 ? 0 : this.waitOf(subject, attempt.kind);
  }

  private async waitOf(subject: Buffer, kind: AttemptKind): Promise<number> {
    const { burst, refillSeconds } = budgets[kind];
    const {
      rows: [row],
    } = await this.database.query<{ seconds: number }>(
      `SELECT greatest(1, ceil((${stillSpent} + 1 - $2) * $3::double precision))::integer AS seconds
       FROM identity.guesses AS known WHERE subject = $1`,
      [subject, burst, refillSeconds],
    );
    return row?.seconds ?? 1;
  }

  private subjectOf({ kind, of }: Attempt): Buffer {
    return this.keyring.mac('sign-in-attempts', `${kind} ${of}`);
  }
}

/** The guesses of a row that are not yet refilled. A transaction that began earlier may run later. */
const stillSpent = `greatest(0, known.spent
  - greatest(0, extract(epoch FROM now() - known.counted_at)::double precision) / $3::double precision)`;
