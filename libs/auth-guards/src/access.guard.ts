import { type Caller, type Operation } from '@governance/iam';
import { requestContext } from '@governance/runtime';
import { type CanActivate, type ExecutionContext, Injectable, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { type Access, accessKey, type ManagementTokenAccess, type PublicAccess } from './access';
import { CallerVerifier } from './caller/caller-verifier';
import { ManagementToken } from './management-token.port';
import {
  closedRoute,
  machineRefused,
  missingManagementToken,
  missingOrganization,
  missingPermission,
} from './refusals';
import { SecondFactorCheck } from './second-factor-check';
import { operationKey } from './step-up.decorator';

/**
 * Denies by default: a route that declares no access is closed, and so is one that needs a token in a program that does not
 * verify tokens. Checks the token (401), then the permission (403), then the step-up (403).
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    @Optional() private readonly callers?: CallerVerifier,
    @Optional() private readonly secondFactor?: SecondFactorCheck,
    @Optional() private readonly managementToken?: ManagementToken,
  ) {}

  /** Whether this program can open routes that need an access token. */
  get verifiesTokens(): boolean {
    return this.callers !== undefined && this.secondFactor !== undefined;
  }

  /** Whether this program can open routes that need the management token. */
  get takesManagementToken(): boolean {
    return this.managementToken !== undefined;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.read(accessKey, context) as Access | undefined;
    if (access?.kind === 'public') return true;
    if (access?.kind === 'management-token') return this.admitManager(context);
    if (access === undefined || this.callers === undefined || this.secondFactor === undefined) {
      throw closedRoute();
    }
    return this.admit(context, access, { callers: this.callers, secondFactor: this.secondFactor });
  }

  private admitManager(context: ExecutionContext): boolean {
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    if (this.managementToken?.isShownBy(authorization) !== true) throw missingManagementToken();
    return true;
  }

  private async admit(
    context: ExecutionContext,
    access: RestrictedAccess,
    { callers, secondFactor }: Checks,
  ): Promise<boolean> {
    const operation = this.read(operationKey, context) as Operation | undefined;
    const caller = await callers.verify(context, (identified) => {
      if (operation === undefined) return;
      const secondFactorAgeSeconds = secondFactor.ageSeconds(identified);
      const req = context.switchToHttp().getRequest<object>();
      requestContext(req).write = { caller: identified, operation, secondFactorAgeSeconds };
    });
    checkPermission(caller, access);
    if (operation !== undefined) await secondFactor.check(caller, operation);
    return true;
  }

  private read(key: string, context: ExecutionContext): unknown {
    return this.reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
  }
}

type RestrictedAccess = Exclude<Access, PublicAccess | ManagementTokenAccess>;

interface Checks {
  readonly callers: CallerVerifier;
  readonly secondFactor: SecondFactorCheck;
}

/** spec 5.2.5 */
function checkPermission(caller: Caller, access: RestrictedAccess): void {
  if (access.kind === 'permission' && !caller.permissions.has(access.permission)) {
    throw missingPermission(access.permission);
  }
  if (access.kind === 'permission' && access.peopleOnly === true && caller.kind === 'machine') {
    throw machineRefused();
  }
  if (access.inOrganization && caller.orgId === undefined) throw missingOrganization();
}
