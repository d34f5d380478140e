import { type Caller, type IssuerDescription, issuerProfileOf } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { FixedClock, type TokenIssuer } from '@governance/testing';
import { type ExecutionContext, type Type } from '@nestjs/common';
import { AccessTokenStrategy } from '../../src/caller/access-token.strategy';
import { TokenGuard } from '../../src/caller/token.guard';
import { type AcceptedIssuer } from '../../src/caller/token-settings';
import { TrustedIssuers } from '../../src/keys/trusted-issuers';

export const claimsNamespace = 'https://governance.example/claims/';

export interface VerifierOptions {
  readonly settings?: Partial<AcceptedIssuer>;
  /** Issuers beside the first one. */
  readonly others?: readonly AcceptedIssuer[];
  readonly clock?: FixedClock;
  /** The time limit for the key server. */
  readonly timeoutMs?: number;
  readonly elapsedMs?: () => number;
}

/** How the tokens of a test issuer are accepted, with the paths that `description` names. */
export function acceptedIssuer(
  { issuer, jwksUri, audience }: TokenIssuer,
  description: Partial<IssuerDescription> = {},
): AcceptedIssuer {
  return { profile: issuerProfileOf({ issuer, claimsNamespace, ...description }), jwksUri, audience };
}

/** All components that verify an issuer's tokens, assembled as in the module. */
export class Verifier {
  readonly issuers: TrustedIssuers;
  readonly clock: FixedClock;
  readonly tokens: TokenGuard;
  private readonly strategy: AccessTokenStrategy;

  constructor(
    issuer: TokenIssuer,
    { settings, others = [], clock = new FixedClock(new Date()), ...limits }: VerifierOptions = {},
  ) {
    this.clock = clock;
    this.issuers = new TrustedIssuers([{ ...acceptedIssuer(issuer), ...settings }, ...others], {
      timeoutMs: 60_000,
      ...limits,
    });
    this.strategy = new AccessTokenStrategy(this.issuers, clock);
    this.tokens = new TokenGuard(this.strategy, clock);
  }

  /** Returns the caller of a token. */
  async identify(token: string): Promise<Caller | undefined> {
    const context = contextOf({ headers: { authorization: `Bearer ${token}` } });
    await this.tokens.canActivate(context);
    return callerIn(context);
  }

  close(): void {
    this.strategy.onApplicationShutdown();
  }
}

export interface ContextOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly controller?: Type;
  readonly route?: string;
}

/** The execution context of a request, for guards. */
export function contextOf({ headers = {}, controller, route = '' }: ContextOptions): ExecutionContext {
  const rawHeaders = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  );
  const request = { rawHeaders };
  return {
    getClass: () => controller,
    getHandler: () =>
      controller ? (Reflect.get(controller.prototype as object, route) as () => unknown) : () => undefined,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}), getNext: () => undefined }),
  } as Partial<ExecutionContext> as ExecutionContext;
}

export function callerIn(context: ExecutionContext): Caller | undefined {
  return context.switchToHttp().getRequest<{ caller?: Caller }>().caller;
}

/** The problem with which a request was refused. */
export async function refusalOf(outcome: Promise<unknown>): Promise<Problem> {
  const error: unknown = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw new Error(`not refused: ${String(error)}`);
}
