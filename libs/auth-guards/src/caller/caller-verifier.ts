import { Clock } from '@governance/assessments';
import { type Caller } from '@governance/iam';
import { type ExecutionContext, Injectable, Optional } from '@nestjs/common';
import { invalidToken } from '../refusals';
import { ActiveCredentials } from './active-credentials.port';
import { type CalledRequest } from './called-request';
import { TokenGuard } from './token.guard';

/** Who calls: by a token that holds and, for a machine, a credential that is still there. */
@Injectable()
export class CallerVerifier {
  constructor(
    private readonly tokens: TokenGuard,
    private readonly clock: Clock,
    @Optional() private readonly credentials?: ActiveCredentials,
  ) {}

  /**
   * The caller, noted with the request too. Rejects with `AccessRefused` (401), or with `TokenVerifierUnavailable` or
   * `StoreUnavailable` (503) when that cannot be told now.
   */
  async verify(context: ExecutionContext): Promise<Caller> {
    const req = context.switchToHttp().getRequest<CalledRequest>();
    await this.tokens.canActivate(context);
    const { caller } = req;
    if (caller === undefined) throw new Error('a verified token has no caller');
    delete req.caller;
    if (caller.kind === 'machine' && !(await this.isActive(caller.clientId, caller.orgId))) {
      throw invalidToken(new Error('the machine has no active credential in its organization'));
    }
    req.caller = caller;
    return caller;
  }

  private async isActive(clientId: string, orgId: string | undefined): Promise<boolean> {
    if (orgId === undefined || this.credentials === undefined) return false;
    return this.credentials.isActive(clientId, orgId, this.clock.now());
  }
}
