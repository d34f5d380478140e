import {
  allMembers,
  type AuditActor,
  type AuditContext,
  type FoundMember,
  LastAccountAdmin,
  type Member,
  type MemberDirectory,
  MemberUnknown,
  type TokenHolder,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { MemberAccess, type MemberAccessParts } from '../members/member-access';

export interface MemberChangesParts extends MemberAccessParts {
  /** The issuer of the members' tokens. */
  readonly issuer: string;
  readonly operator: AuditActor;
}

/**
 * Changes the members of an organization, for operators. Removes access even while the identity provider is unavailable; then
 * repeat the change. All methods reject with `IdentityProviderUnavailable` or `StoreUnavailable`.
 */
export class MemberChanges {
  private readonly directory: MemberDirectory;
  private readonly access: MemberAccess;

  constructor(private readonly parts: MemberChangesParts) {
    this.directory = parts.directory;
    this.access = new MemberAccess(parts);
  }

  /** Sorted by id. */
  async list(orgId: string): Promise<readonly Member[]> {
    const members: Member[] = [];
    for await (const { id, role } of allMembers(this.directory, orgId)) members.push({ id, role });
    return members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * False when there was no such member. Tokens from before an interrupted removal end even then. Rejects with
   * `LastAccountAdmin`.
   */
  async remove(orgId: string, memberId: string): Promise<boolean> {
    const holder = this.holder(orgId, memberId);
    const member = await this.findOr(holder, () => this.access.cutOff(holder));
    if (member?.isLastAdmin === true) throw new LastAccountAdmin();
    await this.access.remove(holder, this.write(holder, 'members:remove'));
    return member !== undefined;
  }

  /** Rejects with `MemberUnknown` or `LastAccountAdmin`. */
  async setRole(orgId: string, { id, role }: Member): Promise<void> {
    const holder = this.holder(orgId, id);
    const member = await this.findOr(holder, () => this.access.limit(holder, role));
    if (member === undefined) throw new MemberUnknown();
    if (member.isLastAdmin && role !== 'account-admin') throw new LastAccountAdmin();
    await this.access.setRole(holder, role, this.write(holder, 'members:update'));
  }

  /**
   * Asks for the removal of the member's second factors, which waits as long as one that an admin asks for. Returns when it is due.
   * Rejects with `MemberUnknown` or `SecondFactorResetRefused`.
   */
  async resetSecondFactor(orgId: string, memberId: string): Promise<Date> {
    const { audit, clock } = this.parts;
    const dueAt = await this.directory.requestSecondFactorReset(orgId, memberId);
    const write = this.write(this.holder(orgId, memberId), 'members:reset-second-factor');
    await audit?.append({ ...write, orgId, at: clock.now(), outcome: 'done', reason: undefined });
    return dueAt;
  }

  /** `removeAccess` runs when the provider cannot say whether the member exists. */
  private async findOr(
    { orgId, subject }: TokenHolder,
    removeAccess: () => Promise<void>,
  ): Promise<FoundMember | undefined> {
    try {
      return await this.directory.find(orgId, subject);
    } catch (error) {
      await removeAccess();
      throw error;
    }
  }

  private holder(orgId: string, subject: string): TokenHolder {
    return { issuer: this.parts.issuer, subject, orgId };
  }

  private write({ orgId, subject }: TokenHolder, operation: AuditContext['operation']): AuditContext {
    return {
      actor: this.parts.operator,
      orgId,
      operation,
      target: subject,
      requestId: randomUUID(),
      secondFactorAgeSeconds: undefined,
    };
  }
}
