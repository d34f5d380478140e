import { Clock, Problem } from '@governance/kernel';
import { type Caller, callerAfterCutOff, type MachineCaller, type PersonCaller } from '@governance/iam';
import { type ExecutionContext, Injectable, Optional } from '@nestjs/common';
import { RefusalLog } from '../refusal-log';
import { invalidToken } from '../refusals';
import { TokenRefused } from '../tokens/token-refused';
import { ActiveCredentials } from './active-credentials.port';
import { type CalledRequest } from './called-request';
import { RecordedCutOffs } from './recorded-cut-offs';
import { TokenGuard } from './token.guard';

/**
 * Identifies the caller by a valid token and, for a machine, an active M2M credential. If a user was removed from the
 * organization after the token was issued, the token is refused. If the role was changed, the new role limits the token.
 */
@Injectable()
export class CallerVerifier {
  private readonly refusals = new RefusalLog();

  constructor(
    private readonly tokens: TokenGuard,
    private readonly clock: Clock,
    private readonly cutOffs: RecordedCutOffs,
    @Optional() private readonly credentials?: ActiveCredentials,
  ) {}

  /**
   * Returns the caller and stores it with the request. Rejects with a `Problem` (401), or with `TokenVerifierUnavailable`
   * or `StoreUnavailable` (503).
   */
  async verify(context: ExecutionContext): Promise<Caller> {
    try {
      return await this.admit(context);
    } catch (error) {
      // A missing token has no cause.
      if (error instanceof Problem && error.cause !== undefined) this.refusals.note(error.cause);
      throw error;
    }
  }

  private async admit(context: ExecutionContext): Promise<Caller> {
    const req = context.switchToHttp().getRequest<CalledRequest>();
    await this.tokens.canActivate(context);
    const { caller } = req;
    if (caller === undefined) throw new Error('a verified token has no caller');
    delete req.caller;
    const admitted = caller.kind === 'machine' ? await this.machine(caller) : await this.person(caller, req);
    req.caller = admitted;
    return admitted;
  }

  private async machine(caller: MachineCaller): Promise<MachineCaller> {
    if (await this.isActive(caller.clientId, caller.orgId)) return caller;
    throw invalidToken(new TokenRefused('the machine has no active credential in its organization'));
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
    throw invalidToken(new TokenRefused('the person was removed from the organization after it was issued'));
  }

  private async isActive(clientId: string, orgId: string | undefined): Promise<boolean> {
    if (orgId === undefined || this.credentials === undefined) return false;
    return this.credentials.isActive(clientId, orgId, this.clock.now());
  }
}
