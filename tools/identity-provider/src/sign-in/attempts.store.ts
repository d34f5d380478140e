import { type Keyring } from '@governance/keyring';
import { type IdentityDatabase } from '../database/identity-database';

/** What is guessed at: one account, one second factor, or from one address. */
export type AttemptKind = 'account' | 'second-factor' | 'address' | 'user-code';

export interface Attempt {
  readonly kind: AttemptKind;
  /** Whose: an address, an id, a client's network. Kept as a hash. */
  readonly of: string;
}

interface Patience {
  /** How many failures go without a delay. */
  readonly free: number;
  /** The first delay; each further one is twice as long, up to `longestDelaySeconds`. */
  readonly firstDelaySeconds: number;
}

/** An office may share one network address; nobody shares an account. */
const patience: Readonly<Record<AttemptKind, Patience>> = {
  account: { free: 4, firstDelaySeconds: 15 },
  'second-factor': { free: 4, firstDelaySeconds: 15 },
  address: { free: 30, firstDelaySeconds: 5 },
  'user-code': { free: 20, firstDelaySeconds: 15 },
};
const longestDelaySeconds = 900;
/** Of an account that nobody tries any more, and of an address. */
const forgottenAfterSeconds = 24 * 60 * 60;

/** Failed attempts, counted over all processes. */
export class AttemptsStore {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Begins an attempt. It counts as failed until `succeed` or `forgive` says otherwise, so that many at the same time are
   * no way around. Answers 0 when it may go on, else for how many seconds to wait.
   */
  async begin(attempt: Attempt): Promise<number> {
    const { free, firstDelaySeconds } = patience[attempt.kind];
    const subject = this.subjectOf(attempt);
    // Where the n-th failure in a row leads to. Without a delay not to now, which would be rounded up.
    const blockedUntil = `CASE WHEN n <= $2 THEN '-infinity'
      ELSE now() + make_interval(secs => least($4, $3 * power(2, least(n - $2 - 1, 30)))::double precision) END`;
    const began = await this.database.query(
      `INSERT INTO identity.attempts AS known (subject, failures, blocked_until, expires_at)
       VALUES ($1, 1, '-infinity', now() + make_interval(secs => $5))
       ON CONFLICT (subject) DO UPDATE SET (failures, blocked_until, expires_at) = (
         SELECT n, ${blockedUntil}, now() + make_interval(secs => $5)
         FROM (SELECT CASE WHEN known.expires_at <= now() THEN 1 ELSE known.failures + 1 END AS n) AS next)
       WHERE known.blocked_until <= now() RETURNING subject`,
      [subject, free, firstDelaySeconds, longestDelaySeconds, forgottenAfterSeconds],
    );
    return began.length > 0 ? 0 : this.waitOf(subject);
  }

  /** The right one was shown: whatever failed before was the person's own mistake. */
  async succeed(attempt: Attempt): Promise<void> {
    await this.database.query('DELETE FROM identity.attempts WHERE subject = $1', [this.subjectOf(attempt)]);
  }

  /** This attempt did not fail; those before it stay counted, because they may be somebody else's. */
  async forgive(attempt: Attempt): Promise<void> {
    await this.database.query(
      `UPDATE identity.attempts SET failures = greatest(failures - 1, 0), blocked_until = '-infinity' WHERE subject = $1`,
      [this.subjectOf(attempt)],
    );
  }

  private async waitOf(subject: Buffer): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(
      `SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::integer AS seconds
       FROM identity.attempts WHERE subject = $1`,
      [subject],
    );
    return row?.seconds ?? 1;
  }

  private subjectOf({ kind, of }: Attempt): Buffer {
    return this.keyring.mac('sign-in-attempts', `${kind} ${of}`);
  }
}
