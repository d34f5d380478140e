import { type Clock } from '@governance/kernel';
import {
  type AuditActor,
  type AuditEntry,
  type AuditTrail,
  type Member,
  type MemberDirectory,
  type Role,
  type TokenCutOffs,
  type TokenHolder,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';

export interface MemberChangesParts {
  readonly directory: MemberDirectory;
  readonly cutOffs: TokenCutOffs;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  /** The issuer of the members' tokens. */
  readonly issuer: string;
  readonly operator: AuditActor;
}

/**
 * Changes the members of an organization, for operators. Removes access first, even while the identity provider is
 * unavailable, and again after the provider has the change, for tokens issued in between. After a crash, repeat the change.
 * All methods reject with `IdentityProviderUnavailable` or `StoreUnavailable`.
 */
export class MemberChanges {
  constructor(private readonly parts: MemberChangesParts) {}

  list(orgId: string): Promise<readonly Member[]> {
    return this.parts.directory.ofOrg(orgId);
  }

  /** False when there was no such member. Tokens from before an interrupted removal end even then. */
  async remove(orgId: string, memberId: string): Promise<boolean> {
    const { directory, cutOffs } = this.parts;
    const holder = this.holder(orgId, memberId);
    await cutOffs.remove(holder, this.now());
    const isMember = (await directory.ofOrg(orgId)).some(({ id }) => id === memberId);
    await directory.remove(orgId, memberId);
    const at = this.now();
    await cutOffs.remove(holder, at, this.entry(holder, { operation: 'members:remove', at }));
    return isMember;
  }

  /** Rejects with `MemberUnknown`. */
  async setRole(orgId: string, member: Member): Promise<void> {
    const { directory, cutOffs, audit } = this.parts;
    const { id, role } = member;
    const holder = this.holder(orgId, id);
    const takesAway = role !== 'account-admin';
    if (takesAway) await cutOffs.changeRole(holder, { at: this.now(), role });
    await directory.setRole(orgId, member);
    const at = this.now();
    const entry = this.entry(holder, { operation: 'members:update', at, role });
    if (takesAway) await cutOffs.changeRole(holder, { at, role }, entry);
    else await audit.append(entry);
  }

  private holder(orgId: string, subject: string): TokenHolder {
    return { issuer: this.parts.issuer, subject, orgId };
  }

  private now(): Date {
    return this.parts.clock.now();
  }

  private entry(
    { orgId, subject }: TokenHolder,
    { role, ...done }: Pick<AuditEntry, 'operation' | 'at'> & { readonly role?: Role },
  ): AuditEntry {
    return {
      ...done,
      actor: this.parts.operator,
      orgId,
      target: subject,
      requestId: randomUUID(),
      secondFactorAgeSeconds: undefined,
      outcome: 'done',
      reason: role,
    };
  }
}
