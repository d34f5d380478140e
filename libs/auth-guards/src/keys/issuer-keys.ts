import { Logger } from '@nestjs/common';
import { type KeyObject } from 'node:crypto';
import { type TokenHeader } from '../tokens/raw-token';
import { TokenRefused } from '../tokens/token-refused';
import { TokenVerifierUnavailable } from './token-verifier-unavailable';
import { fits, type VerificationKey } from './verification-key';

/** The members of a token's header that choose its key. */
export type KeyName = Pick<TokenHeader, 'kid' | 'alg'>;

export interface IssuerKeysOptions {
  /** The issuer, for the log. */
  readonly issuer: string;
  readonly fetchKeys: () => Promise<readonly VerificationKey[]>;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

/** The minimum time between two requests to the issuer, regardless of the tokens that clients send. */
export const cooldownMs = 30_000;
/** The same while no keys are known, when every call fails. */
export const emptyCooldownMs = 3_000;
/** The age at which keys are fetched again, to drop removed keys. */
export const freshMs = 600_000;

/**
 * The issuer's public keys, parsed once and kept until the issuer no longer publishes them. While the issuer does not
 * respond, known keys stay valid. Tokens with unknown keys cause at most one request per cool-down.
 */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private readonly issuer: string;
  private readonly fetchKeys: IssuerKeysOptions['fetchKeys'];
  private readonly elapsedMs: () => number;
  private keys: readonly VerificationKey[] = [];
  private asking: Promise<void> | undefined;
  private askedAt = -Infinity;
  private answeredAt = -Infinity;
  private failure: unknown;
  private withdrawals = 0;

  constructor({ issuer, fetchKeys, elapsedMs = () => performance.now() }: IssuerKeysOptions) {
    this.issuer = issuer;
    this.fetchKeys = fetchKeys;
    this.elapsedMs = elapsedMs;
  }

  /**
   * Counts the key removals so far: a token verified before the latest removal may no longer be valid. Starts a fetch,
   * without waiting, if the keys are old.
   */
  generation(): number {
    if (this.elapsedMs() - this.answeredAt > freshMs) this.askInBackground();
    return this.withdrawals;
  }

  /**
   * The key that the token's header names. Rejects with `TokenRefused` when the issuer has no such key, and with
   * `TokenVerifierUnavailable` when the keys cannot be fetched.
   */
  async find(header: KeyName): Promise<KeyObject> {
    const known = this.pick(header);
    if (known !== undefined) return known;
    await this.ask();
    const found = this.pick(header);
    if (found !== undefined) return found;
    if (this.failure === undefined) {
      const expected = this.keys.map(({ kid }) => kid).join(', ');
      throw TokenRefused.of('kid is unknown', { member: 'kid', expected, got: header.kid });
    }
    throw new TokenVerifierUnavailable('the issuer does not answer with its keys', { cause: this.failure });
  }

  /** Fetches the keys, so that the first token need not wait. Returns the error if they cannot be fetched; never rejects. */
  async prepare(): Promise<unknown> {
    await this.ask();
    return this.failure;
  }

  private pick({ kid, alg }: KeyName): KeyObject | undefined {
    const named = this.keys.filter((key) => key.kid === kid);
    if (named.length === 0) return undefined;
    const fitting = named.find((key) => fits(key, alg));
    if (fitting === undefined) {
      const expected = named.map((key) => key.alg ?? 'one of its kind').join(', ');
      throw TokenRefused.of('alg does not fit the key', { member: 'alg', expected, got: alg });
    }
    return fitting.key;
  }

  private askInBackground(): void {
    void this.ask();
  }

  /** Never rejects: an error is stored in `failure`. */
  private async ask(): Promise<void> {
    if (this.asking === undefined && !this.isCoolingDown()) {
      this.asking = this.load().finally(() => {
        this.askedAt = this.elapsedMs();
        this.asking = undefined;
      });
    }
    await this.asking;
  }

  private isCoolingDown(): boolean {
    const pause = this.keys.length === 0 ? emptyCooldownMs : cooldownMs;
    return this.elapsedMs() - this.askedAt < pause;
  }

  private async load(): Promise<void> {
    try {
      this.replace(await this.fetchKeys());
      this.failure = undefined;
      this.answeredAt = this.elapsedMs();
    } catch (error) {
      this.failure = error;
      this.logger.warn({
        msg: 'the issuer did not answer with its keys; known ones keep working',
        issuer: this.issuer,
        err: error,
      });
    }
  }

  private replace(answered: readonly VerificationKey[]): void {
    const known = new Map(this.keys.map((key) => [idOf(key), key]));
    this.keys = answered.map((key) => known.get(idOf(key)) ?? key);
    for (const key of this.keys) known.delete(idOf(key));
    if (known.size > 0) this.withdrawals += 1;
  }
}

function idOf({ kid, alg, pem }: VerificationKey): string {
  return JSON.stringify([kid, alg, pem]);
}
