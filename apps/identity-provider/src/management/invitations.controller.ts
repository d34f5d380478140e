import { Put } from '@nestjs/common';
import { z } from 'zod';
import { InvitationLinks } from '../invitations/invitation-links';
import { InvitationsStore, type Offer } from '../invitations/invitations.store';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';

const whole = z
  .strictObject({
    orgId: fields.id,
    email: fields.email,
    role: fields.role,
    connectionId: fields.id.optional(),
    createdAt: fields.timestamp,
    expiresAt: fields.timestamp,
    token: fields.invitationToken,
  })
  .transform(({ connectionId, ...offer }): Offer => ({ ...offer, connectionId }));

interface OfferedInvitation {
  /** For the mail, and for nobody else. */
  readonly link: string;
  readonly orgName: string;
}

/** Invitations, by the id that the platform gave them. */
@ManagementRoutes('invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsStore,
    private readonly links: InvitationLinks,
  ) {}

  @Put(':invitationId')
  async put(
    @PathInput('invitationId', fields.uuid) id: string,
    @Input(whole) offer: z.output<typeof whole>,
  ): Promise<OfferedInvitation> {
    const orgName = found(await this.invitations.put(id, offer));
    return { link: this.links.of(offer.token), orgName };
  }
}
