import { clientWords, type OrgClientDetails } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { createHmac } from 'node:crypto';

const purpose = 'client-words';

/** Enough that no two words of an organization share a hash. */
const hashLength = 16;

/**
 * Keyed hashes of the words that find an organization's clients. The key is derived for each organization: equal words of two
 * organizations have different hashes.
 */
export class SearchWords {
  /** The key that new rows use, then those of earlier key versions. */
  private readonly keys: readonly Buffer[];

  constructor(keyring: Keyring, orgId: string) {
    this.keys = keyring.macs(purpose, orgId);
  }

  /** The parameters of an insertion: hashes, and for each whether its word is of the contact alone. */
  rowsOf(client: OrgClientDetails): readonly [hashes: readonly Buffer[], areOfContact: readonly boolean[]] {
    const { own, ofContact } = clientWords(client);
    const hashes = [...own, ...ofContact].map((word) => this.hashesOf(word)[0] ?? Buffer.alloc(0));
    return [hashes, hashes.map((_hash, index) => index >= own.size)];
  }

  /** The hashes of a word by every key: a client has words of the key that was new when it was written. */
  hashesOf(word: string): readonly Buffer[] {
    return this.keys.map((key) => createHmac('sha256', key).update(word).digest().subarray(0, hashLength));
  }
}
