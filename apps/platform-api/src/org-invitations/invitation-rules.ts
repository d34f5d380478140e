import { type OrgCaller, SecondFactorCheck } from '@governance/auth-guards';
import {
  checkPinnedConnection,
  ConnectionDirectory,
  coversRole,
  type Gate,
  type InvitedRole,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { disabledConnection, exceedingRole } from './invitation-problems';

/** What an invitation may give, and by which way its invitee joins. Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class InvitationRules {
  constructor(
    private readonly directory: ConnectionDirectory,
    private readonly secondFactor: SecondFactorCheck,
  ) {}

  /** Decisions 3: permission first, then step-up. Only an invitation that makes an account-admin has a gate of its own. */
  async checkRole(caller: OrgCaller, role: InvitedRole, gateOfAdmins: Gate): Promise<void> {
    // decisions 3: a machine never invites an account-admin.
    if (!coversRole(caller, role)) throw exceedingRole();
    if (role === 'account-admin') await this.secondFactor.check(caller, gateOfAdmins);
  }

  async pinned(orgId: string, connectionId: string | undefined): Promise<string | undefined> {
    if (connectionId === undefined) return undefined;
    return checkPinnedConnection(connectionId, await this.directory.ofOrg(orgId));
  }

  async checkStillEnabled(orgId: string, connectionId: string | undefined): Promise<void> {
    if (connectionId === undefined) return;
    const connections = await this.directory.ofOrg(orgId);
    const isEnabled = connections.some(({ id, enabled }) => id === connectionId && enabled);
    if (!isEnabled) throw disabledConnection();
  }
}
