import { Clock } from '@governance/kernel';
import { ClaimsRefused } from '@governance/iam';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { TokenVerifierUnavailable } from '../keys/token-verifier-unavailable';
import { expiredToken, invalidToken, missingToken } from '../refusals';
import { bearerTokenOf, type RawRequest } from '../tokens/bearer-token';
import { checkTokenTimes } from '../tokens/token-claims';
import { TokenRefused } from '../tokens/token-refused';
import { AccessTokenStrategy } from './access-token.strategy';
import { type CalledRequest } from './called-request';
import { type VerifiedToken, VerifiedTokens } from './verified-tokens';

/**
 * Identifies the caller by the access token and stores it with the request. Throws a `Problem` (401) for a missing or
 * invalid token, and `TokenVerifierUnavailable` (503) if the token cannot be verified now. Does not check whether a
 * machine's credential is active.
 */
@Injectable()
export class TokenGuard extends AuthGuard() {
  private readonly verified = new VerifiedTokens();

  constructor(
    strategy: AccessTokenStrategy,
    private readonly clock: Clock,
  ) {
    super({ defaultStrategy: strategy.name, property: 'verifiedToken' });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<CalledRequest & { verifiedToken?: VerifiedToken }>();
    const token = tokenOf(req);
    const known = this.verified.find(token);
    if (known !== undefined) {
      this.checkAgain(token, known);
      note(req, known);
      return true;
    }
    await super.canActivate(context);
    if (req.verifiedToken === undefined) throw new Error('passport accepted a request without a token');
    this.verified.keep(token, req.verifiedToken);
    note(req, req.verifiedToken);
    return true;
  }

  /**
   * `error` comes from the claim checks. `failure` comes from the earlier checks: raw token, key server and signature, for
   * which `jsonwebtoken` and its dependencies throw many kinds of errors.
   */
  /* eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature of the overridden method */
  override handleRequest<Token>(error: unknown, token: unknown, failure: unknown): Token {
    if (error) throw refusalOf(error);
    if (token) return token as Token;
    throw failure instanceof TokenVerifierUnavailable ? failure : invalidToken(failure);
  }

  private checkAgain(token: string, { times }: VerifiedToken): void {
    try {
      checkTokenTimes(times, this.clock.now());
    } catch (error) {
      this.verified.forget(token);
      throw refusalOf(error);
    }
  }
}

function note(req: CalledRequest, { caller, times }: VerifiedToken): void {
  req.caller = caller;
  req.tokenIssuedAt = times.iat;
}

function tokenOf(req: RawRequest): string {
  let token: string | undefined;
  try {
    token = bearerTokenOf(req);
  } catch (error) {
    throw refusalOf(error);
  }
  if (token === undefined) throw missingToken();
  return token;
}

/** A refusal by our own checks is a 401; any other error in them is our defect. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ClaimsRefused) return invalidToken(error);
  if (!(error instanceof TokenRefused)) return error;
  return error.reason === 'expired' ? expiredToken(error) : invalidToken(error);
}
