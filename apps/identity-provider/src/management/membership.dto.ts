import { isRole, parseRfc3339, type Role, roles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { MailAddressMember, Member } from './member.decorator';
import { id, membershipPageSize, membershipPosition, role } from './member-rules';
import { type FoundMembership, type Membership, type MembershipPage } from './memberships.store';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };

/** Narrows the type after validation. @throws an error for any other text. */
export function checkedRole(text: string): Role {
  if (!isRole(text)) throw new Error('the role was not validated');
  return text;
}

@ApiSchema({ name: 'MembershipRole', description: 'Other members are refused.' })
export class MembershipRoleRequest {
  @Member(role)
  readonly role: string = '';

  toInput(): Role {
    return checkedRole(this.role);
  }
}

export class ListMembershipsQuery {
  @Member(membershipPageSize, { description: 'If absent, all memberships.', optional: true })
  readonly limit?: string;

  @Member(membershipPosition, {
    description: '`createdAt` and `userId` of the last membership of the previous page.',
    optional: true,
  })
  readonly after?: string;

  toInput(): MembershipPage {
    const { limit, after = '' } = this;
    const [time = '', userId = ''] = after.split(',');
    const createdAt = parseRfc3339(time);
    return {
      limit: limit === undefined ? undefined : Number(limit),
      after: createdAt && { createdAt, userId },
    };
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
  @Expose()
  readonly userId: string;

  @ApiProperty({ enum: roles })
  @Expose()
  readonly role: Role;

  @ApiProperty({
    ...textOrNull,
    description: 'The connection that asserts the account. `null` for an account with a password.',
  })
  @Expose()
  readonly connectionId: string | null;

  @ApiProperty({
    ...textOrNull,
    description: '`null`, like `name`, for an account that a migration has created, until its first sign-in.',
  })
  @Expose()
  readonly email: string | null;

  @ApiProperty(textOrNull)
  @Expose()
  readonly name: string | null;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'null' }],
    description:
      'Whether the user has an authenticator app or a passkey here. `null`: the provider of their connection shows the second factor, and only it knows who has one.',
  })
  @Expose()
  readonly secondFactor: boolean | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ userId, role, connectionId, email, name, secondFactor, createdAt }: Membership) {
    this.userId = userId;
    this.role = role;
    this.connectionId = connectionId;
    this.email = email;
    this.name = name;
    this.secondFactor = secondFactor;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'FoundMembership' })
export class FoundMembershipResponse extends MembershipResponse {
  @ApiProperty({
    type: 'boolean',
    description: 'Whether no other account admin of the organization could sign in.',
  })
  @Expose()
  readonly isLastAdmin: boolean;

  constructor({ isLastAdmin, ...membership }: FoundMembership) {
    super(membership);
    this.isLastAdmin = isLastAdmin;
  }
}

@ApiSchema({ name: 'MembershipList' })
export class MembershipListResponse {
  @ApiProperty({
    type: [MembershipResponse],
    description: 'A list is sorted by `createdAt`, then by user, newest first.',
  })
  @Expose()
  @Type(() => MembershipResponse)
  readonly memberships: readonly MembershipResponse[];

  constructor(memberships: readonly Membership[]) {
    this.memberships = memberships.map((membership) => new MembershipResponse(membership));
  }
}
