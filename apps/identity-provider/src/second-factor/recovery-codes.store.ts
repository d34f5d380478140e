import { type Keyring } from '@governance/keyring';
import { randomBytes } from 'node:crypto';
import { type Database } from '@governance/postgres';
import { toBase32 } from './base32';

const count = 10;
/** 80 bits each: with the keyed hash and the delays between attempts beyond any guessing. */
const codeLength = 10;

/** Ten codes, as they are shown once: four groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const text = toBase32(randomBytes(codeLength)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** What stands in for an authenticator app that is lost. Codes are kept as keyed hashes, and each counts once. */
export class RecoveryCodesStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** The codes that were there before are nothing any more. */
  async replace(userId: string, codes: readonly string[]): Promise<void> {
    await this.database.inTransaction(async (query) => {
      await query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
      await query('INSERT INTO identity.recovery_codes (user_id, code_mac) SELECT $1, unnest($2::bytea[])', [
        userId,
        codes.map((code) => this.keyring.mac('recovery-code', spelled(userId, code))),
      ]);
    });
  }

  /** Whether it is a code of the person that has not been used. It is used then. */
  async accept(userId: string, code: string): Promise<boolean> {
    const { rows: used } = await this.database.query(
      `UPDATE identity.recovery_codes SET used_at = now()
       WHERE user_id = $1 AND code_mac = ANY($2) AND used_at IS NULL RETURNING user_id`,
      [userId, this.keyring.macs('recovery-code', spelled(userId, code))],
    );
    return used.length > 0;
  }
}

/** However it was typed: case, spaces and dashes say nothing. */
function spelled(userId: string, code: string): string {
  return `${userId} ${code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')}`;
}
