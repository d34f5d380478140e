import { type OfferState, offerStates } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type Invited, type Offer, type StateOfInvitation } from '../invitations/invitations.store';
import { checkedRole } from './membership.dto';
import { MailAddressMember, Member } from './member.decorator';
import { id, invitationIds, invitationToken, role, timestamp } from './member-rules';

@ApiSchema({ name: 'WithdrawInvitation', description: 'The whole invitation. Other members are refused.' })
export class WithdrawInvitationRequest {
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

  toInvited(): Invited {
    const { orgId, email, connectionId } = this;
    return {
      orgId,
      email,
      role: checkedRole(this.role),
      connectionId,
      createdAt: new Date(this.createdAt),
      expiresAt: new Date(this.expiresAt),
    };
  }
}

@ApiSchema({ name: 'PutInvitation', description: 'The whole invitation. Other members are refused.' })
export class PutInvitationRequest extends WithdrawInvitationRequest {
  @Member(invitationToken, { description: 'The token in the link. Only a hash of it is stored.' })
  readonly token: string = '';

  toInput(): Offer {
    return { ...this.toInvited(), token: this.token };
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
  @Expose()
  readonly link: string;

  @ApiProperty({ type: 'string', description: 'The name of the organization.' })
  @Expose()
  readonly orgName: string;

  constructor({ link, orgName }: { readonly link: string; readonly orgName: string }) {
    this.link = link;
    this.orgName = orgName;
  }
}

@ApiSchema({ name: 'InvitationStates', description: 'Other members are refused.' })
export class InvitationStatesRequest {
  @Member(invitationIds)
  readonly invitationIds: readonly string[] = [];
}

@ApiSchema({ name: 'InvitationState' })
export class InvitationStateResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ enum: offerStates, description: 'An expired invitation stays `offered`.' })
  @Expose()
  readonly state: OfferState;

  constructor({ id, state }: StateOfInvitation) {
    this.id = id;
    this.state = state;
  }
}

@ApiSchema({ name: 'InvitationStateList' })
export class InvitationStateListResponse {
  @ApiProperty({
    type: [InvitationStateResponse],
    description: 'Those that the organization has, sorted by id.',
  })
  @Expose()
  @Type(() => InvitationStateResponse)
  readonly invitations: readonly InvitationStateResponse[];

  constructor(invitations: readonly StateOfInvitation[]) {
    this.invitations = invitations.map((invitation) => new InvitationStateResponse(invitation));
  }
}
