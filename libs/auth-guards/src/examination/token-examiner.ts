import { type Clock, Problem } from '@governance/kernel';
import { type Caller, claimsToCaller, type IssuerProfile } from '@governance/iam';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { AccessTokenStrategy } from '../caller/access-token.strategy';
import { type CalledRequest } from '../caller/called-request';
import { TokenGuard } from '../caller/token.guard';
import { type TokenSettings } from '../caller/token-settings';
import { TokenVerifierUnavailable } from '../keys/token-verifier-unavailable';
import { type TrustedIssuer, TrustedIssuers } from '../keys/trusted-issuers';
import { describedRefusal, type RefusalDescription } from '../refusal-log';
import { checkTokenType, type RawToken, readRawToken } from '../tokens/raw-token';
import { checkTokenClaims } from '../tokens/token-claims';

/** What the guard decides about a token, and what it reads from it. */
export interface TokenExamination {
  /** Absent: the token cannot be read at all. */
  readonly raw?: RawToken;
  /** Absent: no accepted issuer has this `iss`. */
  readonly issuer?: { readonly profile: IssuerProfile; readonly audience: string };
  readonly verdict: Verdict;
  /** Every check that the token fails, the one of the verdict first: the guard stops at that one. */
  readonly defects: readonly RefusalDescription[];
}

/** `unavailable`: the issuer does not answer with its keys, so the guard answers 503. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly caller: Caller }
  | { readonly outcome: 'refused'; readonly defect: RefusalDescription }
  | { readonly outcome: 'unavailable' };

/** Examines tokens with the guard itself, for operators who connect an issuer. */
export class TokenExaminer {
  private readonly issuers: TrustedIssuers;
  private readonly strategy: AccessTokenStrategy;
  private readonly guard: TokenGuard;

  constructor(
    settings: TokenSettings,
    private readonly clock: Clock,
  ) {
    this.issuers = new TrustedIssuers(settings.issuers);
    this.strategy = new AccessTokenStrategy(this.issuers, clock);
    this.guard = new TokenGuard(this.strategy, clock);
  }

  async examine(token: string): Promise<TokenExamination> {
    const verdict = await this.verdictOf(token);
    const raw = valueOf(() => readRawToken(token));
    const issuer = raw && valueOf(() => this.issuers.of(raw.claims));
    const defects = [
      ...(verdict.outcome === 'refused' ? [verdict.defect] : []),
      ...(raw && issuer ? this.defectsOf(raw, issuer) : []),
    ];
    return { ...(raw && { raw }), ...(issuer && { issuer }), verdict, defects: distinct(defects) };
  }

  close(): void {
    this.strategy.onApplicationShutdown();
  }

  private async verdictOf(token: string): Promise<Verdict> {
    const req = { rawHeaders: ['authorization', `Bearer ${token}`], headers: {} };
    try {
      await this.guard.canActivate(new ExecutionContextHost([req, {}]));
    } catch (error) {
      if (error instanceof TokenVerifierUnavailable) return { outcome: 'unavailable' };
      if (!(error instanceof Problem)) throw error;
      return { outcome: 'refused', defect: describedRefusal(error.cause ?? error) };
    }
    const { caller } = req as Partial<CalledRequest>;
    if (caller === undefined) throw new Error('a verified token has no caller');
    return { outcome: 'accepted', caller };
  }

  /** Each check by itself: an operator wants to see all that is wrong. The signature is judged by the verdict alone. */
  private defectsOf(
    { header, claims }: RawToken,
    { profile, audience, types }: TrustedIssuer,
  ): RefusalDescription[] {
    const now = this.clock.now();
    const checks = [
      () => {
        checkTokenType(header, types);
      },
      () => checkTokenClaims(claims, { issuer: profile.issuer, audience, now }),
      () => claimsToCaller(claims, profile),
    ];
    return checks.flatMap((check) => defectOf(check) ?? []);
  }
}

function defectOf(check: () => unknown): RefusalDescription | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return describedRefusal(error);
  }
}

function valueOf<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    // The verdict names the reason.
    return undefined;
  }
}

function distinct(defects: readonly RefusalDescription[]): readonly RefusalDescription[] {
  return [...new Map(defects.map((defect) => [defect.problem ?? defect.reason, defect])).values()];
}
