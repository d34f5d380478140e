import { Clock, Problem } from '@governance/kernel';
import { type Caller, callerAfterCutOff, type MachineCaller, type PersonCaller } from '@governance/iam';
import { type ExecutionContext, Injectable, Optional } from '@nestjs/common';
import { RefusalLog } from '../refusal-log';
import { invalidToken, outsideNetworks } from '../refusals';
import { TokenRefused } from '../tokens/token-refused';
import { ActiveCredentials, type CredentialStanding } from './active-credentials.port';
import { type CalledRequest } from './called-request';
import { RecordedCutOffs } from './recorded-cut-offs';
import { TokenChecks } from './token-checks';
import { TokenGuard } from './token.guard';

/**
 * Identifies the caller by a valid token and, for a machine, an active M2M credential that may be used from its address. If
 * a user was removed from the organization, or all their sessions ended, after the token was issued, the token is refused. If the role was changed, the new
 * role limits the token.
 */
@Injectable()
export class CallerVerifier {
  private readonly refusals = new RefusalLog();

  constructor(
    private readonly tokens: TokenGuard,
    private readonly clock: Clock,
    private readonly cutOffs: RecordedCutOffs,
    private readonly checks: TokenChecks,
    @Optional() private readonly credentials?: ActiveCredentials,
  ) {}

  /**
   * Returns the caller and stores it with the request. Rejects with a `Problem` (401, or 403 for a machine outside its
   * networks), or with `TokenVerifierUnavailable` or `StoreUnavailable` (503). `identified` gets the caller before that 403.
   */
  async verify(
    context: ExecutionContext,
    identified: (caller: Caller) => void = () => undefined,
  ): Promise<Caller> {
    try {
      const caller = await this.admit(context, identified);
      identified(caller);
      this.checks.count('accepted');
      return caller;
    } catch (error) {
      if (!(error instanceof Problem)) this.checks.count('failed');
      // A missing token has no cause.
      else if (error.cause !== undefined) {
        this.checks.count('refused');
        this.refusals.note(error.cause);
      }
      throw error;
    }
  }

  private async admit(context: ExecutionContext, identified: (caller: Caller) => void): Promise<Caller> {
    const req = context.switchToHttp().getRequest<CalledRequest>();
    await this.tokens.canActivate(context);
    const { caller } = req;
    if (caller === undefined) throw new Error('a verified token has no caller');
    delete req.caller;
    const admitted =
      caller.kind === 'machine'
        ? await this.machine(caller, { req, identified })
        : await this.person(caller, req);
    req.caller = admitted;
    return admitted;
  }

  private async machine(
    caller: MachineCaller,
    { req, identified }: { readonly req: CalledRequest; readonly identified: (caller: Caller) => void },
  ): Promise<MachineCaller> {
    switch (await this.standingOf(caller, req)) {
      case 'active':
        return caller;
      case 'inactive':
        throw invalidToken(new TokenRefused('the machine has no active credential in its organization'));
      case 'outside':
        identified(caller);
        throw outsideNetworks(new TokenRefused('the machine is outside the allowed networks'));
    }
  }

  private async person(caller: PersonCaller, req: CalledRequest): Promise<PersonCaller> {
    const { issuer, subject, orgId } = caller;
    if (orgId === undefined) return caller;
    const isWrite = req.method !== 'GET' && req.method !== 'HEAD';
    const cutOff = await this.cutOffs.find({ issuer, subject, orgId }, { isWrite });
    if (cutOff === undefined) return caller;
    if (req.tokenIssuedAt === undefined) throw new Error('a verified token has no time');
    const admitted = callerAfterCutOff(caller, req.tokenIssuedAt, cutOff);
    if (admitted !== undefined) return admitted;
    throw invalidToken(
      new TokenRefused('the person was removed, or all their sessions have ended, after it was issued'),
    );
  }

  private async standingOf(
    { issuer, clientId, orgId }: MachineCaller,
    from: CalledRequest,
  ): Promise<CredentialStanding> {
    if (orgId === undefined || this.credentials === undefined) return 'inactive';
    return this.credentials.standingOf({ issuer, clientId, orgId, now: this.clock.now(), from });
  }
}
