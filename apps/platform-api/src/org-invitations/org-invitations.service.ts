import { asUuid, Clock } from '@governance/kernel';
import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import {
  type AuditContext,
  checkInvitedRole,
  type Invitation,
  InvitationGateway,
  invitationExpiry,
  type InvitationOffer,
  type InvitationParts,
  type InvitationStatus,
  invitationStatus,
  InvitationStore,
  type ListedInvitation,
  type StoredInvitation,
} from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { randomBytes, randomUUID } from 'node:crypto';
import { alreadyMember, notPending, unknownInvitation } from './invitation-problems';
import { InvitationRules } from './invitation-rules';

export interface InvitationRequest {
  readonly email: string;
  readonly role: string;
  readonly connectionId: string | undefined;
}

/** A page of the list. With a status, the entries of the page that have it. */
export interface InvitationListInput extends PageInput {
  readonly status: InvitationStatus | undefined;
}

export type InvitationContent = Pick<Invitation, 'orgId' | 'email' | 'role' | 'connectionId'>;

type InOrganization = Pick<OrgCaller, 'orgId'>;

const tokenBytes = 32;

/** Invitations into the caller's organization (spec 5.2.7). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class OrgInvitationsService {
  private readonly logger = new Logger('OrgInvitations');

  constructor(
    private readonly store: InvitationStore,
    private readonly gateway: InvitationGateway,
    private readonly rules: InvitationRules,
    private readonly clock: Clock,
    private readonly pages: ListPages,
  ) {}

  /** Newest first. Only the provider knows which were accepted, so one call to it follows the page. */
  async list(
    { orgId }: InOrganization,
    { status, ...input }: InvitationListInput,
  ): Promise<Page<ListedInvitation>> {
    const { entries, nextCursor } = await this.pages.read(input, {
      orgId,
      name: 'org-invitations',
      read: (page) => this.store.forOrg(orgId).list(page),
    });
    const listed = await this.withStatus(orgId, entries);
    return { entries: listed.filter((entry) => status === undefined || entry.status === status), nextCursor };
  }

  /**
   * Stores the invitation together with its mail: afterwards the mail is sent, or the audit trail records why not. Replaces a
   * pending invitation to the same address.
   */
  async create(caller: OrgCaller, request: InvitationRequest, write: AuditContext): Promise<Invitation> {
    const { orgId } = caller;
    const role = checkInvitedRole(request.role);
    await this.rules.checkRole(caller, role, 'org-invitations:create-admin');
    const connectionId = await this.rules.pinned(orgId, request.connectionId);
    return this.invite({ orgId, email: request.email, role, connectionId }, write);
  }

  /** Like `create`, by an operator: the content is known to be valid. */
  async invite(content: InvitationContent, write: AuditContext): Promise<Invitation> {
    await this.refuseMember(content);
    const invitation = this.newInvitation(content);
    const parts = newParts({ ...write, target: invitation.id });
    const stored = await this.store.forOrg(content.orgId).create(invitation, parts);
    await this.offer({ ...stored, token: parts.token });
    return stored;
  }

  /**
   * Replaces a pending invitation by a new one with the same content, like another `create`: within the same budgets, with
   * another link, for seven days from now.
   */
  async resend(caller: OrgCaller, id: string, write: AuditContext): Promise<Invitation> {
    const { orgId } = caller;
    const former = await this.known(orgId, id);
    await this.rules.checkRole(caller, former.role, 'org-invitations:resend-admin');
    await this.checkPending(former);
    await this.rules.checkStillEnabled(orgId, former.connectionId);
    await this.refuseMember(former);
    const parts = newParts(write);
    const stored = await this.store.forOrg(orgId).replace(former.id, this.newInvitation(former), parts);
    // Replaced or revoked concurrently.
    if (stored === undefined) throw notPending('revoked');
    await this.offer({ ...stored, token: parts.token });
    return stored;
  }

  /** decisions 3: the step that removes access is first. A repeated call finishes what a crash left. */
  async revoke({ orgId }: InOrganization, id: string, write: AuditContext): Promise<void> {
    const invitation = await this.known(orgId, id);
    if (invitation.isReplaced) throw unknownInvitation();
    if ((await this.gateway.withdraw(invitation)) === 'accepted') throw notPending('accepted');
    const revocation = { at: this.clock.now(), audit: write };
    const isRevoked = await this.store.forOrg(orgId).revoke(invitation.id, revocation);
    if (!isRevoked) throw unknownInvitation();
  }

  private async withStatus(
    orgId: string,
    invitations: readonly StoredInvitation[],
  ): Promise<readonly ListedInvitation[]> {
    if (invitations.length === 0) return [];
    const ids = invitations.map(({ id }) => id);
    const offers = await this.gateway.states(orgId, ids);
    const now = this.clock.now();
    return invitations.map((invitation) => ({
      ...invitation,
      status: invitationStatus(invitation, { offer: offers.get(invitation.id), now }),
    }));
  }

  private async known(orgId: string, id: string): Promise<StoredInvitation> {
    const known = asUuid(id);
    const invitation = known === undefined ? undefined : await this.store.forOrg(orgId).find(known);
    if (invitation === undefined) throw unknownInvitation();
    return invitation;
  }

  private async checkPending(invitation: StoredInvitation): Promise<void> {
    const [listed] = await this.withStatus(invitation.orgId, [invitation]);
    if (listed && listed.status !== 'pending') throw notPending(listed.status);
  }

  /** An account has one way of signing in: a pin may add the same person by another (ADR 18). */
  private async refuseMember({ orgId, email, connectionId }: Omit<InvitationContent, 'role'>): Promise<void> {
    if (await this.gateway.hasMember({ orgId, email, connectionId })) throw alreadyMember();
  }

  private newInvitation({ orgId, email, role, connectionId }: InvitationContent): Invitation {
    const createdAt = this.clock.now();
    const expiresAt = invitationExpiry(createdAt);
    return { id: randomUUID(), orgId, email, role, connectionId, createdAt, expiresAt };
  }

  /** Ends an older link now. Otherwise it would end when the worker repeats the offer, before it sends the mail. */
  private async offer(offer: InvitationOffer): Promise<void> {
    try {
      await this.gateway.offer(offer);
    } catch (error) {
      this.logger.warn({
        msg: 'invitation not offered, the worker retries',
        invitation: offer.id,
        err: error,
      });
    }
  }
}

function newParts(audit: AuditContext): InvitationParts {
  return { token: randomBytes(tokenBytes).toString('base64url'), deliveryId: randomUUID(), audit };
}
