import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Offer } from '../invitations/invitations.store';
import { checkedRole } from './membership.dto';
import { MailAddressMember, Member } from './member.decorator';
import { id, invitationToken, role, timestamp } from './member-rules';

@ApiSchema({ name: 'PutInvitation', description: 'The whole invitation. Other members are refused.' })
export class PutInvitationRequest {
  @Member(id)
  readonly orgId: string = '';

  @MailAddressMember({ description: 'The address of the invitee.' })
  readonly email: string = '';

  @Member(role)
  readonly role: string = '';

  @Member(id, {
    description: 'The connection with which the invitee must accept. If absent, the invitee chooses.',
    optional: true,
  })
  readonly connectionId?: string;

  @Member(timestamp, { description: 'Decides which of two invitations is older.' })
  readonly createdAt: string = '';

  @Member(timestamp)
  readonly expiresAt: string = '';

  @Member(invitationToken, { description: 'The token in the link. Only a hash of it is stored.' })
  readonly token: string = '';

  toInput(): Offer {
    const { orgId, email, connectionId, token } = this;
    return {
      orgId,
      email,
      role: checkedRole(this.role),
      connectionId,
      createdAt: new Date(this.createdAt),
      expiresAt: new Date(this.expiresAt),
      token,
    };
  }
}

/** Only for the invitation mail. */
@ApiSchema({ name: 'OfferedInvitation', description: 'The data for the invitation mail.' })
export class OfferedInvitationResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'The page on which the invitee accepts. It contains the token.',
  })
  readonly link: string;

  @ApiProperty({ type: 'string', description: 'The name of the organization.' })
  readonly orgName: string;

  constructor({ link, orgName }: { readonly link: string; readonly orgName: string }) {
    this.link = link;
    this.orgName = orgName;
  }
}
