import { type FailedSignIns } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';

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
const dayMs = 24 * 3_600_000;

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

  /** Counts a wrong password or code for the administrators. The account need not exist, so outsiders see no difference. */
  async fail(account: string, now: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO identity.guesses AS known (subject, spent, counted_at, expires_at)
       VALUES ($1, 1, now(), now() + interval '2 days')
       ON CONFLICT (subject) DO UPDATE SET spent = known.spent + 1, counted_at = now()`,
      [this.failuresOf(account, now)],
    );
  }

  /** By account, since the beginning of yesterday (UTC). An account without a failed sign-in has no entry. */
  async failuresSinceYesterday(
    query: RunStatement,
    accounts: readonly string[],
  ): Promise<ReadonlyMap<string, FailedSignIns>> {
    const now = Date.now();
    const days = [new Date(now), new Date(now - dayMs)];
    const wanted = accounts.flatMap((account) => [
      ...days.map((day) => ({ account, subject: this.failuresOf(account, day), budget: undefined })),
      ...(['account', 'factor'] as const).map((kind) => ({
        account,
        subject: this.subjectOf({ kind, of: account }),
        budget: budgets[kind],
      })),
    ]);
    const { rows } = await query<FailedSignIns & { readonly account: string }>(failures, [
      wanted.map(({ subject }) => subject),
      wanted.map(({ account }) => account),
      wanted.map(({ budget }) => budget?.burst),
      wanted.map(({ budget }) => budget?.refillSeconds),
    ]);
    return new Map(rows.map(({ account, ...failed }) => [account, failed]));
  }

  private failuresOf(account: string, day: Date): Buffer {
    return this.keyring.mac('sign-in-attempts', `failed ${day.toISOString().slice(0, 10)} ${account}`);
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
const stillSpentOf = (refillSeconds: string): string => `greatest(0, known.spent
  - greatest(0, extract(epoch FROM now() - known.counted_at)::double precision) / ${refillSeconds})`;
const stillSpent = stillSpentOf('$3::double precision');

/** A row with a budget says whether the next guess waits; the others count. */
const failures = `SELECT account, sum(spent) FILTER (WHERE burst IS NULL)::integer AS count,
    max(counted_at) FILTER (WHERE burst IS NULL) AS "lastAt",
    coalesce(bool_or(${stillSpentOf('refill')} + 1 > burst), false) AS "isPaused"
  FROM unnest($1::bytea[], $2::text[], $3::integer[], $4::double precision[])
    AS wanted (subject, account, burst, refill) JOIN identity.guesses AS known USING (subject)
  GROUP BY account HAVING bool_or(burst IS NULL)`;
