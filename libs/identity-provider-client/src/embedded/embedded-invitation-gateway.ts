import {
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  type MemberSearch,
  type OfferedInvitation,
} from '@governance/iam';
import { z } from 'zod';
import { conflict, notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const members = z.object({ memberships: z.array(z.object({ userId: z.string() })) });

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
    const body = { email, ...(connectionId !== undefined && { connectionId }) };
    const call = { method: 'POST', path: `${path}/member-search`, body } as const;
    return (await this.api.call(call, { 200: members })).memberships.length > 0;
  }

  override async offer({ id, createdAt, expiresAt, ...offer }: InvitationOffer): Promise<OfferedInvitation> {
    const { orgId, email, role, connectionId, token } = offer;
    const body = {
      orgId,
      email,
      role,
      token,
      ...(connectionId !== undefined && { connectionId }),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    const offered = await this.api.call<OfferedInvitation | undefined>(
      { method: 'PUT', path: `/invitations/${encodeURIComponent(id)}`, body },
      // 409: a newer invitation has replaced this one.
      { 200: offeredWith(token), 404: notFound, 409: conflict },
    );
    if (offered === undefined) throw new InvitationOutdated();
    return offered;
  }
}

/** A response whose link has this token: the link of another invitation must not be mailed. */
function offeredWith(token: string): z.ZodType<OfferedInvitation> {
  return z.object({
    link: z.url({ protocol: /^https?$/ }).refine((link) => link.endsWith(`/${token}`)),
    orgName: z.string().min(1).max(200),
  });
}
