import { type Database } from './database';

/** Checks that the database responds; for readiness probes. */
export class DatabaseProbe {
  constructor(private readonly database: Database) {}

  /** Rejects with `StoreUnavailable` when the database does not respond in time. */
  async check(): Promise<void> {
    await this.database.ping();
  }
}
