import { ClaimsRefused } from '@governance/iam';
import { Logger } from '@nestjs/common';
import { shownValue } from './shown-value';
import { TokenRefused } from './tokens/token-refused';

export interface RefusalLogOptions {
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

export const windowMs = 60_000;
/** Any client can send invalid tokens: they must not flood the log. */
export const linesPerWindow = 20;

/** Logs why tokens are refused: the check, the expected and the actual value, but never the token. */
export class RefusalLog {
  private readonly logger = new Logger('AccessTokens');
  private readonly elapsedMs: () => number;
  private windowEndsAt = -Infinity;
  private lines = 0;
  private suppressed = 0;

  constructor({ elapsedMs = () => performance.now() }: RefusalLogOptions = {}) {
    this.elapsedMs = elapsedMs;
  }

  /** `cause` is the reason of the refusal. */
  note(cause: unknown): void {
    const now = this.elapsedMs();
    if (now >= this.windowEndsAt) this.begin(now);
    if (this.lines < linesPerWindow)
      this.logger.log({ msg: 'access token refused', ...describedRefusal(cause) });
    else this.suppressed += 1;
    this.lines += 1;
  }

  private begin(now: number): void {
    if (this.suppressed > 0) {
      this.logger.log({ msg: 'more access tokens refused', suppressed: this.suppressed });
    }
    this.windowEndsAt = now + windowMs;
    this.lines = 0;
    this.suppressed = 0;
  }
}

/** Why a token is refused. `got` is the value in the token, made short and printable. */
export interface RefusalDescription {
  /** The claim or header member that was refused, or `signature`, `claims`, `token`. */
  readonly reason: string;
  readonly problem?: string;
  readonly expected?: string;
  readonly got?: string;
}

export function describedRefusal(cause: unknown): RefusalDescription {
  if (cause instanceof TokenRefused) {
    const { problem, mismatch } = cause;
    if (mismatch === undefined) return { reason: 'token', problem };
    const { member, expected, got } = mismatch;
    return { reason: member, problem, expected, got: shownValue(got) };
  }
  if (cause instanceof ClaimsRefused) return { reason: 'claims', problem: cause.problem };
  const isSignature = cause instanceof Error && cause.message === 'invalid signature';
  return { reason: isSignature ? 'signature' : 'token' };
}
