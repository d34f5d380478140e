import { type Caller } from '@governance/iam';
import { hash } from 'node:crypto';
import { type TokenTimes } from '../tokens/token-claims';

/** A token that has passed every check. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly times: TokenTimes;
}

interface Entry extends VerifiedToken {
  readonly generation: number;
}

/** A few kilobytes each. */
const capacity = 5_000;

/**
 * A cache of verified tokens by their SHA-256, so that the next request needs no signature check. The oldest entry is
 * evicted first, even if in use: tracking each use would cost more than verifying one token in thousands again. Entries
 * from before a key was removed are no longer found.
 */
export class VerifiedTokens {
  private readonly entries = new Map<string, Entry>();

  find(token: string, generation: number): VerifiedToken | undefined {
    const id = idOf(token);
    const entry = this.entries.get(id);
    if (entry === undefined || entry.generation === generation) return entry;
    this.entries.delete(id);
    return undefined;
  }

  /** `generation` is the generation of the keys before the token was verified. */
  keep(token: string, { caller, times }: VerifiedToken, generation: number): void {
    this.entries.set(idOf(token), { caller, times, generation });
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
