import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { MailAddressMember, Member } from './member.decorator';
import { flag, label } from './member-rules';
import { type NewUser, type User } from './users.store';

@ApiSchema({ name: 'PutUser', description: 'The whole account. Other members are refused.' })
export class PutUserRequest implements NewUser {
  @MailAddressMember({ description: 'Unique among accounts with a password.' })
  readonly email: string = '';

  @Member(flag, { default: false })
  readonly emailVerified: boolean = false;

  @Member(label)
  readonly name: string = '';
}

export class FindUserQuery {
  @MailAddressMember({ description: 'Any spelling of the same mailbox.' })
  readonly email: string = '';
}

@ApiSchema({ name: 'User', description: 'A user account.' })
export class UserResponse {
  @ApiProperty({ type: 'string' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly email: string;

  @ApiProperty({ type: 'boolean' })
  @Expose()
  readonly emailVerified: boolean;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiPropertyOptional({
    type: 'string',
    description: 'The connection that asserts the account; absent for an account with a password.',
  })
  @Expose()
  readonly connectionId?: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ id, email, emailVerified, name, connectionId, createdAt }: User) {
    this.id = id;
    this.email = email;
    this.emailVerified = emailVerified;
    this.name = name;
    if (connectionId !== undefined) this.connectionId = connectionId;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'UserList' })
export class UserListResponse {
  @ApiProperty({
    type: [UserResponse],
    maxItems: 1,
    description: 'Empty or one account: an address belongs to one account.',
  })
  @Expose()
  @Type(() => UserResponse)
  readonly users: readonly UserResponse[];

  constructor(user: User | undefined) {
    this.users = user ? [new UserResponse(user)] : [];
  }
}
