import {
  type Invitation,
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  type MemberSearch,
  type OfferedInvitation,
  type OfferState,
} from '@governance/iam';
import * as z from 'zod';
import {
  invitationStateListResponse,
  membershipResponse,
  offeredInvitationResponse,
  type putInvitationRequest,
  type searchMembersRequest,
  type withdrawInvitationRequest,
} from '../contract';
import { conflict, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const members = z.object({ memberships: z.array(membershipResponse.pick({ userId: true })) });

/** Invitations at the embedded provider. Addresses and tokens are in bodies, because errors are logged with the path. */
export class EmbeddedInvitationGateway extends InvitationGateway {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async hasMember({ orgId, email, connectionId }: MemberSearch): Promise<boolean> {
    const path = organizationPath(orgId);
    if (path === undefined) return false;
    const body: z.input<typeof searchMembersRequest> = { email, connectionId };
    const call = { method: 'POST', path: `${path}/member-search`, body } as const;
    return (await this.api.call(call, { 200: members })).memberships.length > 0;
  }

  override async offer({ token, ...invitation }: InvitationOffer): Promise<OfferedInvitation> {
    const body: z.input<typeof putInvitationRequest> = { ...bodyOf(invitation), token };
    const offered = await this.api.call<OfferedInvitation | undefined>(
      { method: 'PUT', path: pathOf(invitation), body },
      // 409: the invitation was replaced or withdrawn.
      { 200: offeredWith(token), 404: notFound, 409: conflict },
    );
    if (offered === undefined) throw new InvitationOutdated();
    return offered;
  }

  override async withdraw(invitation: Invitation): Promise<'withdrawn' | 'accepted'> {
    const call = {
      method: 'PUT',
      path: `${pathOf(invitation)}/withdrawal`,
      body: bodyOf(invitation),
    } as const;
    return this.api.call<'withdrawn' | 'accepted'>(call, {
      204: nothing.transform(() => 'withdrawn' as const),
      409: conflict.transform(() => 'accepted' as const),
    });
  }

  override async states(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OfferState>> {
    const path = organizationPath(orgId);
    if (path === undefined) return new Map();
    const call = { method: 'POST', path: `${path}/invitation-states`, body: { invitationIds: ids } } as const;
    const { invitations } = await this.api.call(call, { 200: invitationStateListResponse });
    return new Map(invitations.map(({ id, state }) => [id, state]));
  }
}

function pathOf({ id }: Invitation): string {
  return `/invitations/${encodeURIComponent(id)}`;
}

function bodyOf(invitation: Invitation): z.input<typeof withdrawInvitationRequest> {
  const { orgId, email, role, connectionId, createdAt, expiresAt } = invitation;
  return {
    orgId,
    email,
    role,
    connectionId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** A response whose link has this token: the link of another invitation must not be mailed. */
function offeredWith(token: string): z.ZodType<OfferedInvitation> {
  return offeredInvitationResponse.refine(({ link }) => link.endsWith(`/${token}`));
}
