import { type Caller } from '@governance/iam';
import { hash } from 'node:crypto';
import { type IssuerKeys } from '../keys/issuer-keys';
import { type TokenTimes } from '../tokens/token-claims';

/** A token that has passed every check. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly times: TokenTimes;
  /** The keys of its issuer, and their generation before the token was verified. */
  readonly keys: Pick<IssuerKeys, 'generation'>;
  readonly generation: number;
}

/** A few kilobytes each. */
const capacity = 5_000;

/**
 * A cache of verified tokens by their SHA-256, so that the next request needs no signature check. The oldest entry is
 * evicted first, even if in use: tracking each use would cost more than verifying one token in thousands again. Entries
 * from before their issuer removed a key are no longer found. The digest covers the whole token, `iss` included, so a token
 * never finds the entry of another issuer.
 */
export class VerifiedTokens {
  private readonly entries = new Map<string, VerifiedToken>();

  find(token: string): VerifiedToken | undefined {
    const id = idOf(token);
    const entry = this.entries.get(id);
    if (entry === undefined || entry.generation === entry.keys.generation()) return entry;
    this.entries.delete(id);
    return undefined;
  }

  keep(token: string, verified: VerifiedToken): void {
    this.entries.set(idOf(token), verified);
    if (this.entries.size <= capacity) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  forget(token: string): void {
    this.entries.delete(idOf(token));
  }
}

function idOf(token: string): string {
  return hash('sha256', token, 'base64');
}
