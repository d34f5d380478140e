import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import {
  type AuditContext,
  checkRole,
  coversRole,
  type FoundMember,
  isMemberId,
  LastAccountAdmin,
  type ListedMember,
  type ListPage,
  MemberDirectory,
  MemberUnknown,
  SecondFactorResetRefused,
  type TokenHolder,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { exceedingRole } from '../org-invitations/invitation-problems';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { MemberAccess } from './member-access';
import { lastAccountAdmin, secondFactorResetRefused, unknownMember } from './member-problems';

/** The members of the caller's organization. Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class MembersService {
  constructor(
    private readonly directory: MemberDirectory,
    private readonly access: MemberAccess,
    private readonly changes: ProviderChanges,
    private readonly pages: ListPages,
    private readonly managed: ManagedIssuer,
  ) {}

  /** Newest first, always in pages. */
  list({ orgId }: OrgCaller, { limit, cursor }: Partial<PageInput> = {}): Promise<Page<ListedMember>> {
    const list = {
      orgId,
      name: 'members',
      read: (page: ListPage) => this.directory.list(orgId, page),
    };
    return this.pages.read({ limit, cursor }, list);
  }

  /** When this resolves, tokens from before the change permit no more than the new role. */
  async setRole(
    caller: OrgCaller,
    id: string,
    { role: requested, write }: { readonly role: string; readonly write: AuditContext },
  ): Promise<ListedMember> {
    const role = checkRole(requested);
    if (!coversRole(caller, role)) throw exceedingRole();
    const holder = this.holderOf(caller, id);
    const member = await this.find(holder);
    if (member === undefined) throw unknownMember();
    // Decided before tokens are cut off. The provider decides again, for concurrent changes.
    if (member.isLastAdmin && role !== 'account-admin') throw lastAccountAdmin();
    const change = { kind: 'set-role', memberId: id, role } as const;
    await this.changes.make(caller, { change, write, target: id }, async () => {
      await this.access.setRole(holder, role).catch(refuse);
      return { result: undefined, reason: role };
    });
    return { ...member, role };
  }

  /** When this resolves, the tokens of the member are no longer valid in the organization. Can be repeated. */
  async remove(caller: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const holder = this.holderOf(caller, id);
    const member = await this.find(holder);
    if (member === undefined && !(await this.access.wasRemoved(holder))) throw unknownMember();
    if (member?.isLastAdmin === true) throw lastAccountAdmin();
    const change = { kind: 'remove-member', memberId: id } as const;
    await this.changes.make(caller, { change, write, target: id }, async () => {
      await this.access.remove(holder).catch(refuse);
      return { result: undefined };
    });
  }

  /** Returns the member with the time of the removal. Can be repeated. */
  async resetSecondFactor(caller: OrgCaller, id: string, write: AuditContext): Promise<ListedMember> {
    const holder = this.holderOf(caller, id);
    const member = await this.find(holder);
    if (member === undefined) throw unknownMember();
    if (!coversRole(caller, member.role)) throw exceedingRole();
    const change = { kind: 'reset-second-factor', memberId: id } as const;
    const secondFactorResetAt = await this.changes.make(caller, { change, write, target: id }, async () => {
      const result = await this.directory.requestSecondFactorReset(holder.orgId, id).catch(refuse);
      return { result };
    });
    return { ...member, secondFactorResetAt };
  }

  /** Can be repeated. */
  async cancelSecondFactorReset(caller: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const holder = this.holderOf(caller, id);
    if ((await this.find(holder)) === undefined) throw unknownMember();
    const change = { kind: 'cancel-second-factor-reset', memberId: id } as const;
    await this.changes.make(caller, { change, write, target: id }, async () => {
      await this.directory.cancelSecondFactorReset(holder.orgId, id).catch(refuse);
      return { result: undefined };
    });
  }

  private find({ orgId, subject }: TokenHolder): Promise<FoundMember | undefined> {
    return this.directory.find(orgId, subject);
  }

  /** The directory lists users of the managed issuer; the caller can have another one. A malformed id matches nothing. */
  private holderOf({ orgId }: OrgCaller, subject: string): TokenHolder {
    if (!isMemberId(subject)) throw unknownMember();
    return { issuer: this.managed.issuer, subject, orgId };
  }
}

/** A concurrent change was first. */
function refuse(error: unknown): never {
  if (error instanceof MemberUnknown) throw unknownMember();
  if (error instanceof SecondFactorResetRefused) throw secondFactorResetRefused({ cause: error });
  if (error instanceof LastAccountAdmin) throw lastAccountAdmin({ cause: error });
  throw error;
}
