import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { timingSafeEqual } from 'node:crypto';
import { type DraftRow } from './campaign-draft-row';

const purpose = 'campaign-code-typed';
/** A code has 20 bits. */
const mostAttempts = 5;

const keepCode = {
  name: 'keep-campaign-code',
  text: `UPDATE campaign_drafts SET code_mac = $2, code_expires_at = $3, code_attempts = 0 WHERE id = $1`,
};

const countAttempt = {
  name: 'count-campaign-code',
  text: `UPDATE campaign_drafts SET code_attempts = code_attempts + 1 WHERE id = $1`,
};

const dropCode = {
  name: 'drop-campaign-code',
  text: `UPDATE campaign_drafts SET code_mac = NULL, code_expires_at = NULL WHERE id = $1`,
};

/** The code of a draft, of which only a keyed hash is stored. The caller has locked the draft. */
export class DraftCodes {
  constructor(private readonly keyring: Keyring) {}

  /** Replaces an earlier code. */
  async keep(
    query: RunStatement,
    draftId: string,
    { code, expiresAt }: { readonly code: string; readonly expiresAt: Date },
  ): Promise<void> {
    await query(keepCode, [draftId, this.keyring.mac(purpose, `${draftId} ${code}`), expiresAt]);
  }

  /** Whether this is the code. The last attempt, and the right code, end it. */
  async check(
    query: RunStatement,
    { id, code_mac: known, code_expires_at: expiresAt, code_attempts: attempts }: DraftRow,
    { code, now }: { readonly code: string; readonly now: Date },
  ): Promise<boolean> {
    if (known === null || expiresAt === null || expiresAt <= now) return false;
    const isRight = this.keyring
      .macs(purpose, `${id} ${code}`)
      .some((mac) => mac.length === known.length && timingSafeEqual(mac, known));
    await query(isRight || attempts + 1 >= mostAttempts ? dropCode : countAttempt, [id]);
    return isRight;
  }
}
