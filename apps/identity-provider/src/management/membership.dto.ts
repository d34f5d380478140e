import { isRole, type Role, roles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MailAddressMember, Member } from './member.decorator';
import { id, role } from './member-rules';
import { type Membership } from './memberships.store';

/** Narrows the type after validation. @throws an error for any other text. */
export function checkedRole(text: string): Role {
  if (!isRole(text)) throw new Error('the role was not validated');
  return text;
}

@ApiSchema({ name: 'PutMembership', description: 'Other members are refused.' })
export class PutMembershipRequest {
  @Member(role)
  readonly role: string = '';

  toInput(): Role {
    return checkedRole(this.role);
  }
}

@ApiSchema({ name: 'SearchMembers', description: 'Other members are refused.' })
export class SearchMembersRequest {
  @MailAddressMember({ description: 'Any spelling of the same mailbox.' })
  readonly email: string = '';

  @Member(id, { description: 'Only accounts with the sign-in method of this connection.', optional: true })
  readonly connectionId?: string;
}

@ApiSchema({ name: 'Membership', description: 'The membership of a user in an organization.' })
export class MembershipResponse {
  @ApiProperty({ type: 'string' })
  readonly userId: string;

  @ApiProperty({ enum: roles })
  readonly role: Role;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The connection that asserts the account. `null` for an account with a password.',
  })
  readonly connectionId: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  readonly createdAt: string;

  constructor({ userId, role, connectionId, createdAt }: Membership) {
    this.userId = userId;
    this.role = role;
    this.connectionId = connectionId;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'MembershipList' })
export class MembershipListResponse {
  @ApiProperty({ type: [MembershipResponse], description: 'Sorted by user.' })
  readonly memberships: readonly MembershipResponse[];

  constructor(memberships: readonly Membership[]) {
    this.memberships = memberships.map((membership) => new MembershipResponse(membership));
  }
}
