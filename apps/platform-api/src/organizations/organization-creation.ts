import { recipientKey } from '@governance/deliveries';
import {
  type AuditActor,
  type AuditedOperation,
  type AuditEventStore,
  type AuditTrail,
  everythingOf,
  type Invitation,
  type InvitationGateway,
  type ListedInvitation,
  type MemberDirectory,
  type OrganizationDirectory,
} from '@governance/iam';
import { type Clock } from '@governance/kernel';
import { randomUUID } from 'node:crypto';
import { type OrgInvitationsService } from '../org-invitations/org-invitations.service';

export interface NewOrganization {
  readonly orgId: string;
  readonly name: string;
  /** In canonical form. */
  readonly adminEmail: string;
}

export interface OrganizationCreationParts {
  readonly organizations: OrganizationDirectory;
  readonly members: MemberDirectory;
  readonly gateway: InvitationGateway;
  readonly invitations: OrgInvitationsService;
  readonly events: AuditEventStore;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly operator: AuditActor;
}

/** The organization exists, and is not the one that the command would create. */
export class OrganizationTaken extends Error {
  override readonly name = 'OrganizationTaken';
}

/**
 * Creates an organization, and invites its first account-admin. Every step can be repeated: a repetition finishes what an
 * interruption left, and otherwise replaces the invitation. An organization with members is never changed.
 */
export class OrganizationCreation {
  constructor(private readonly parts: OrganizationCreationParts) {}

  /**
   * The invitation, which is the only pending one. Undefined, and nothing has changed, when this person is a member already.
   * Rejects with `OrganizationTaken`, `IdentityProviderUnavailable` or `StoreUnavailable`.
   */
  async create({ orgId, name, adminEmail }: NewOrganization): Promise<Invitation | undefined> {
    const { organizations, audit, invitations } = this.parts;
    const known = await organizations.find(orgId);
    if (known !== undefined && known.name !== name) {
      throw new OrganizationTaken(`${orgId} exists with the name ${known.name}: nothing was changed`);
    }
    if (await this.hasMembers(orgId)) {
      if (await this.isMember(orgId, adminEmail)) return undefined;
      throw new OrganizationTaken(`${orgId} has members, who invite others: nothing was changed`);
    }
    if (known === undefined) await organizations.create({ id: orgId, name });
    if (!(await this.isRecorded(orgId))) {
      const entry = this.write(orgId, 'organizations:create', orgId);
      await audit.append({ ...entry, at: this.parts.clock.now(), outcome: 'done', reason: undefined });
    }
    await this.revokeOthers(orgId, adminEmail);
    const content = { orgId, email: adminEmail, role: 'account-admin', connectionId: undefined } as const;
    return invitations.invite(content, this.write(orgId, 'org-invitations:create'));
  }

  private async hasMembers(orgId: string): Promise<boolean> {
    return (await this.parts.members.list(orgId, { limit: 1, after: undefined })).length > 0;
  }

  private isMember(orgId: string, email: string): Promise<boolean> {
    return this.parts.gateway.hasMember({ orgId, email, connectionId: undefined });
  }

  /** An interrupted creation may have left an organization that the trail does not have. */
  private async isRecorded(orgId: string): Promise<boolean> {
    const any = { actor: undefined, target: undefined, outcome: undefined, from: undefined, to: undefined };
    const filter = { ...any, operation: 'organizations:create' };
    return (
      (await this.parts.events.forViewer(everythingOf(orgId)).list(filter, { limit: 1, after: undefined }))
        .length > 0
    );
  }

  /** A mistyped address must not stay invited as account-admin. */
  private async revokeOthers(orgId: string, adminEmail: string): Promise<void> {
    for (const { id, email } of await this.pending(orgId)) {
      if (recipientKey(email) === recipientKey(adminEmail)) continue;
      const write = this.write(orgId, 'org-invitations:revoke', id);
      await this.parts.invitations.revoke({ orgId }, id, write);
    }
  }

  private async pending(orgId: string): Promise<readonly ListedInvitation[]> {
    const found: ListedInvitation[] = [];
    let cursor: string | undefined;
    do {
      const input = { status: 'pending', limit: undefined, cursor } as const;
      const { entries, nextCursor } = await this.parts.invitations.list({ orgId }, input);
      found.push(...entries);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  private write<Name extends AuditedOperation>(orgId: string, operation: Name, target?: string) {
    const { operator: actor } = this.parts;
    return { actor, orgId, operation, target, requestId: randomUUID(), secondFactorAgeSeconds: undefined };
  }
}
