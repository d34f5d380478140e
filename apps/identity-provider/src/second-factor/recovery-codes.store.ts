import { type Keyring } from '@governance/keyring';
import { randomBytes } from 'node:crypto';
import { type Database, type RunStatement } from '@governance/postgres';
import { reportChange } from '../people/account-events.store';
import { MailsStore, type NewMail } from '../people/mails.store';
import { toBase32 } from './base32';
import { lockFactors } from './passkeys.store';

const count = 10;
/** 80 bits each: with the keyed hash and the attempt limits, guessing is infeasible. */
const codeLength = 10;

/** Ten codes in display format: four groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const text = toBase32(randomBytes(codeLength)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** Codes that replace a lost authenticator app. They are stored as keyed hashes, and each works once. */
export class RecoveryCodesStore {
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.mails = new MailsStore(keyring);
  }

  /** Those of a first second factor. The previous codes are no longer valid. */
  replace(userId: string, codes: readonly string[]): Promise<void> {
    return this.database.inTransaction((query) => this.put(query, userId, codes));
  }

  /** Those that the user asked for. The previous codes are no longer valid. `notice` reports it. */
  renew(userId: string, codes: readonly string[], notice: NewMail | undefined): Promise<void> {
    return this.database.inTransaction(async (query) => {
      await this.put(query, userId, codes);
      await reportChange(query, userId, 'account:renew-recovery-codes');
      await this.mails.add(query, notice);
    });
  }
  /** Accepts an unused code of the user and marks it as used. */
  async accept(userId: string, code: string): Promise<boolean> {
    const { rows: used } = await this.database.query(
      `UPDATE identity.recovery_codes SET used_at = now()
       WHERE user_id = $1 AND code_mac = ANY($2) AND used_at IS NULL RETURNING user_id`,
      [userId, this.keyring.macs('recovery-code', spelled(userId, code))],
    );
    return used.length > 0;
  }

  private async put(query: RunStatement, userId: string, codes: readonly string[]): Promise<void> {
    await lockFactors(query, userId);
    await query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    await query('INSERT INTO identity.recovery_codes (user_id, code_mac) SELECT $1, unnest($2::bytea[])', [
      userId,
      codes.map((code) => this.keyring.mac('recovery-code', spelled(userId, code))),
    ]);
  }
}

/** Ignores case, spaces, dashes and the full width of some input methods. */
function spelled(userId: string, code: string): string {
  return `${userId} ${code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z2-7]/g, '')}`;
}
