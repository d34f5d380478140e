import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { randomBytes } from 'node:crypto';

/** What a challenge is for. An answer counts only there. */
export interface ChallengeUse {
  readonly ceremony: 'create' | 'get';
  readonly userId: string;
  /** The sign-in or the session whose page shows it. */
  readonly page: string;
}

const length = 32;

/** The time in which a browser must answer. */
export const challengeSeconds = 300;

/** Challenges of WebAuthn ceremonies. Each counts once, in one of all processes, for five minutes. */
export class PasskeyChallengesStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** A new challenge. Only its hash is stored. */
  async issue(use: ChallengeUse): Promise<Buffer<ArrayBuffer>> {
    const challenge = randomBytes(length);
    await this.database.query(
      `INSERT INTO identity.passkey_challenges (challenge_mac, expires_at)
       VALUES ($1, now() + make_interval(secs => $2))`,
      [this.keyring.mac(purpose, dataOf(use, challenge.toString('base64url'))), challengeSeconds],
    );
    return challenge;
  }

  /** Uses up a challenge, in base64url. False when it was not issued for this, has expired, or was used before. */
  async take(use: ChallengeUse, challenge: string): Promise<boolean> {
    const { rows: taken } = await this.database.query<{ isOpen: boolean }>(
      `DELETE FROM identity.passkey_challenges WHERE challenge_mac = ANY($1)
       RETURNING expires_at > now() AS "isOpen"`,
      [this.keyring.macs(purpose, dataOf(use, challenge))],
    );
    return taken[0]?.isOpen === true;
  }
}

const purpose = 'passkey-challenge';

/** None of the parts but the last can contain a line break. */
function dataOf({ ceremony, userId, page }: ChallengeUse, challenge: string): string {
  return [ceremony, userId, page, challenge].join('\n');
}
