import { type Database } from '@governance/postgres';

const insertFirstIssuer = {
  name: 'insert-first-issuer',
  text: `INSERT INTO first_managed_issuer (issuer, recorded_at) VALUES ($1, now()) ON CONFLICT DO NOTHING`,
};

/**
 * Records the issuer of the credentials that have none, once: later calls change nothing. A program calls it before it
 * serves requests. Rejects with `StoreUnavailable`.
 */
export async function recordFirstIssuer(database: Database, issuer: string): Promise<void> {
  await database.query(insertFirstIssuer, [issuer]);
}
