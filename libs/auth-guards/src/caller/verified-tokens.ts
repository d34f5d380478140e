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
 * Tokens that have been verified, by the SHA-256 of all their bytes, so that the next request with one costs no signature.
 * Those that were verified longest ago are forgotten, in use or not: to note each use would cost more than to verify one again
 * among thousands. What was verified before a key was withdrawn is not found any more.
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

  /** `generation` is that of the keys before the token was verified. */
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
