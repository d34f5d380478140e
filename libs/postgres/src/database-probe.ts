import { type Database } from './database';

/** Asks the database whether it answers; for readiness probes. */
export class DatabaseProbe {
  constructor(private readonly database: Database) {}

  /** Rejects with `StoreUnavailable` when it does not answer in time. */
  async check(): Promise<void> {
    await this.database.ping();
  }
}
