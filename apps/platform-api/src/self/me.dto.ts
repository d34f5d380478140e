import { type Caller } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.7 */
@ApiSchema({ name: 'CallerIdentity', description: 'Who is calling. Members may be added.' })
export class MeResponse {
  @ApiProperty({
    type: 'string',
    description:
      'The caller, opaque and stable. Its form differs between people and machines and may change.',
  })
  readonly sub: string;

  @ApiProperty({
    type: 'string',
    description: 'The OAuth scopes of the token, separated by spaces; empty when it has none.',
  })
  readonly scope: string;

  @ApiProperty({
    type: [String],
    description: 'What the caller may do here. Permissions are not scopes.',
  })
  readonly permissions: readonly string[];

  constructor({ subject, scope, permissions }: Pick<Caller, 'subject' | 'scope' | 'permissions'>) {
    this.sub = subject;
    this.scope = scope;
    this.permissions = [...permissions];
  }
}
