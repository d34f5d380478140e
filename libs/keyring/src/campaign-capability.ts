import { createHash } from 'node:crypto';
import { KeyedToken, uuidBytes } from './keyed-token';
import { type Keyring } from './keyring';

/**
 * The capability of a draft of a campaign: its id with a keyed hash, the secret part of the address that its client gets. The database
 * keeps a hash of it, by which the public surface finds the draft.
 */
export class CampaignCapability {
  private readonly tokens: KeyedToken;

  constructor(keyring: Keyring) {
    this.tokens = new KeyedToken(keyring, { purpose: 'campaign-link', length: 16 });
  }

  /** The capability of a new draft, by its id, a UUID. */
  of(draftId: string): string {
    return this.tokens.of(uuidBytes(draftId));
  }

  /** The hash that the database has of a genuine capability; undefined for any other text. */
  hashOf(text: string): Buffer | undefined {
    return this.tokens.read(text) && sha256(text);
  }

  /** The capability with this hash, so that a reminder has the same link after a key rotation. Undefined if its key is gone. */
  matching(draftId: string, hash: Uint8Array): string | undefined {
    return this.tokens.allOf(uuidBytes(draftId)).find((capability) => sha256(capability).equals(hash));
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
