import { Clock } from '@governance/kernel';
import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditContext,
  checkRole,
  checkPinnedConnection,
  ConnectionDirectory,
  coversRole,
  type Invitation,
  InvitationGateway,
  invitationExpiry,
  type InvitationOffer,
  InvitationStore,
} from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { randomBytes, randomUUID } from 'node:crypto';
import { alreadyMember, exceedingRole } from './invitation-problems';

/** The content of an invitation request. */
export interface InvitationRequest {
  readonly email: string;
  readonly role: string;
  readonly connectionId: string | undefined;
}

const tokenBytes = 32;

/** Invitations into the caller's organization (spec 5.2.7). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class OrgInvitationsService {
  private readonly logger = new Logger('OrgInvitations');

  constructor(
    private readonly store: InvitationStore,
    private readonly gateway: InvitationGateway,
    private readonly directory: ConnectionDirectory,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the invitation together with its mail: afterwards the mail is sent, or the audit trail records why not. Replaces a
   * pending invitation to the same address.
   */
  async create(caller: OrgCaller, request: InvitationRequest, write: AuditContext): Promise<Invitation> {
    const { orgId } = caller;
    const role = checkRole(request.role);
    if (!coversRole(caller, role)) throw exceedingRole();
    const connectionId = await this.pinned(orgId, request.connectionId);
    const { email } = request;
    // An account has one way of signing in: a pin may add the same person by another (ADR 18).
    if (await this.gateway.hasMember({ orgId, email, connectionId })) throw alreadyMember();

    const [id, token, createdAt] = [randomUUID(), newToken(), this.clock.now()];
    const expiresAt = invitationExpiry(createdAt);
    const invitation = await this.store
      .forOrg(orgId)
      .create(
        { id, orgId, email, role, connectionId, createdAt, expiresAt },
        { token, deliveryId: randomUUID(), audit: { ...write, target: id } },
      );
    await this.offer({ ...invitation, token });
    return invitation;
  }

  private async pinned(orgId: string, connectionId: string | undefined): Promise<string | undefined> {
    if (connectionId === undefined) return undefined;
    const connections = await this.directory.ofOrg(orgId);
    return checkPinnedConnection(connectionId, connections);
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

function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}
