import { isRole, type Role, roles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MailAddressMember, Member } from './member.decorator';
import { id, role } from './member-rules';
import { type Membership } from './memberships.store';

/** @throws an error for any other text: the DTO has been checked. */
export function checkedRole(text: string): Role {
  if (!isRole(text)) throw new Error('a role was not checked');
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
  @MailAddressMember({ description: 'In any spelling of the same mailbox.' })
  readonly email: string = '';

  @Member(id, { description: 'Only the account that this connection leads to.', optional: true })
  readonly connectionId?: string;
}

@ApiSchema({ name: 'Membership', description: 'A person in an organization.' })
export class MembershipResponse {
  @ApiProperty({ type: 'string' })
  readonly userId: string;

  @ApiProperty({ enum: roles })
  readonly role: Role;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The connection that asserts the account. `null`: the account has a password.',
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
  @ApiProperty({ type: [MembershipResponse], description: 'By person.' })
  readonly memberships: readonly MembershipResponse[];

  constructor(memberships: readonly Membership[]) {
    this.memberships = memberships.map((membership) => new MembershipResponse(membership));
  }
}
