import { type Database } from '@governance/postgres';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Logger } from '@nestjs/common';

const everyMs = 5 * 60_000;
const mostAtOnce = 10_000;

/** Tables of what expires, and for how long it is kept after that: who comes too late with a link is told that. */
const keptFor = {
  used_assertions: '0 days',
  payloads: '0 days',
  sign_ins: '0 days',
  attempts: '0 days',
  guesses: '0 days',
  device_polls: '0 days',
  invitations: '30 days',
};

/** Deletes what has expired. Nothing depends on it: what has expired is not found. */
export class Housekeeping extends BackgroundJob {
  private readonly log = new Logger('Housekeeping');

  constructor(private readonly database: Database) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.clean(),
        onFailure: (error) => {
          this.log.warn({ msg: 'what has expired could not be deleted', err: error });
        },
        pauseMs: everyMs,
        retryMs: everyMs,
        longestRetryMs: everyMs,
      },
    ];
  }

  async clean(): Promise<void> {
    for (const [table, days] of Object.entries(keptFor)) {
      await this.database.query(
        `DELETE FROM identity.${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM identity.${table} WHERE expires_at <= now() - $2::interval LIMIT $1 FOR UPDATE SKIP LOCKED))`,
        [mostAtOnce, days],
      );
    }
  }
}
