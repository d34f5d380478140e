import { type Database } from '@governance/postgres';

export interface SecondFactors {
  /** Whether the user has an authenticator app. */
  readonly app: boolean;
  /** The hosts at which passkeys of the user work. */
  readonly passkeyHosts: readonly string[];
}

export const noFactors: SecondFactors = { app: false, passkeyHosts: [] };

/**
 * Whether the user must show a second factor. A passkey of a former host counts: else a password alone could set up a new
 * factor after the host has changed.
 */
export function isEnrolled({ app, passkeyHosts }: SecondFactors): boolean {
  return app || passkeyHosts.length > 0;
}

export class SecondFactorsStore {
  constructor(private readonly database: Database) {}

  async of(userId: string): Promise<SecondFactors> {
    const {
      rows: [row],
    } = await this.database.query<SecondFactors>(
      `SELECT EXISTS (SELECT FROM identity.authenticators WHERE user_id = $1) AS app,
         ARRAY(SELECT DISTINCT rp_id FROM identity.passkeys WHERE user_id = $1) AS "passkeyHosts"`,
      [userId],
    );
    return row ?? noFactors;
  }
}
