import { clientWords, type OrgClient } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { createHmac } from 'node:crypto';

const purpose = 'client-words';

/** Enough that no two words of an organization share a hash. */
const hashLength = 16;

/** SQL for the ids of the organization `$1` that have all of the words. A client has each of its words once, by one key. */
export function clientsWith(hashes: string, words = 0): string {
  return `
    SELECT client_id FROM org_client_words WHERE org_id = $1 AND word = ANY (${hashes}::bytea[])
    GROUP BY client_id HAVING count(*) = ${words}`;
}

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

  /** The parameters of an insertion: hashes, and for each whether its word ends with the contact, or with a result. */
  rowsOf(
    client: OrgClient,
  ): readonly [hashes: readonly Buffer[], areOfContact: readonly boolean[], areOfResult: readonly boolean[]] {
    const { own, ofContact, ofResult } = clientWords(client);
    const words = [...own, ...ofContact, ...ofResult];
    return [
      words.map((word) => this.hashesOf(word)[0] ?? Buffer.alloc(0)),
      words.map((word) => ofContact.has(word)),
      words.map((word) => ofResult.has(word)),
    ];
  }

  /** The hashes of a word by every key: a client has words of the key that was new when it was written. */
  hashesOf(word: string): readonly Buffer[] {
    return this.keys.map((key) => createHmac('sha256', key).update(word).digest().subarray(0, hashLength));
  }
}
