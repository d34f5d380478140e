import { type Page } from '@governance/http';
import {
  type ListedMember,
  type Role,
  roles,
  type SecondFactorKind,
  secondFactorKinds,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] };
const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };
interface MemberFailedSignIns {
  readonly count: number;
  readonly last_at: string;
  readonly paused: boolean;
}

const signInMethods = ['password', 'connection'] as const;

@ApiSchema({ name: 'Member', description: 'A member of the organization. New members may be added.' })
export class MemberResponse {
  @ApiProperty({ description: 'Opaque. The `sub` of the member’s access tokens.' })
  readonly id: string;

  @ApiProperty({
    ...textOrNull,
    description: '`null`, like `name`, for an account of a connection before its first sign-in.',
  })
  readonly email: string | null;

  @ApiProperty(textOrNull)
  readonly name: string | null;

  @ApiProperty({ enum: roles })
  readonly role: Role;

  @ApiProperty({
    enum: signInMethods,
    description: 'How the member signs in. A person with two methods is two members.',
  })
  readonly sign_in_method: (typeof signInMethods)[number];

  @ApiProperty({
    ...textOrNull,
    description: 'The `id` of the connection. `null`: the member signs in with a password.',
  })
  readonly connection_id: string | null;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'null' }],
    description:
      'Whether the member has set up a second factor. `null`: not known, such as for a connection whose provider shows the second factor.',
  })
  readonly second_factor: boolean | null;

  @ApiProperty({
    ...momentOrNull,
    description: 'When the second factor is removed, because an admin has asked for it. `null`: it stays.',
  })
  readonly second_factor_reset_at: string | null;

  @ApiProperty({
    oneOf: [{ type: 'array', items: { type: 'string', enum: [...secondFactorKinds] } }, { type: 'null' }],
    required: true,
    description:
      'The second factors of the member at the identity provider: an authenticator app, a passkey. `null`: not known. New values may be added.',
  })
  readonly second_factors: readonly SecondFactorKind[] | null;

  @ApiProperty({
    ...momentOrNull,
    description: 'When the member last signed in to the organization. `null`: never, or not known.',
  })
  readonly last_sign_in_at: string | null;

  @ApiProperty({
    oneOf: [
      {
        type: 'object',
        required: ['count', 'last_at', 'paused'],
        properties: {
          count: { type: 'integer', minimum: 1 },
          last_at: { type: 'string', format: 'date-time' },
          paused: {
            type: 'boolean',
            description: 'No further ones are checked for now, except from browsers that the member knows.',
          },
        },
      },
      { type: 'null' },
    ],
    required: true,
    description:
      'Wrong passwords and codes of the member since the beginning of yesterday (UTC), in all organizations. `null`: none, or not known. New members may be added.',
  })
  readonly failed_sign_ins: MemberFailedSignIns | null;

  @ApiProperty({ format: 'date-time', description: 'When the person became a member.' })
  readonly joined_at: string;

  constructor({ id, email, name, role, connectionId, hasSecondFactor, ...more }: ListedMember) {
    this.id = id;
    this.email = email ?? null;
    this.name = name ?? null;
    this.role = role;
    this.sign_in_method = connectionId === undefined ? 'password' : 'connection';
    this.connection_id = connectionId ?? null;
    this.second_factor = hasSecondFactor ?? null;
    this.second_factor_reset_at = timeOrNull(more.secondFactorResetAt);
    this.second_factors = more.secondFactors ?? null;
    this.last_sign_in_at = timeOrNull(more.lastSignInAt);
    this.failed_sign_ins = failedOrNull(more.failedSignIns);
    this.joined_at = more.createdAt.toISOString();
  }
}

function failedOrNull(failed: ListedMember['failedSignIns']): MemberFailedSignIns | null {
  return failed
    ? { count: failed.count, last_at: failed.lastAt.toISOString(), paused: failed.isPaused }
    : null;
}

function timeOrNull(moment: Date | undefined): string | null {
  return moment?.toISOString() ?? null;
}

@ApiSchema({ name: 'MemberList' })
export class MemberListResponse {
  @ApiProperty({ type: [MemberResponse], description: 'Newest first.' })
  readonly members: readonly MemberResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<ListedMember>) {
    this.members = entries.map((member) => new MemberResponse(member));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
