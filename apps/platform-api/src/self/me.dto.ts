import { type Caller } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.7 */
@ApiSchema({ name: 'CallerIdentity', description: 'The caller. New members may be added.' })
export class MeResponse {
  @ApiProperty({
    description:
      'The caller’s identifier, opaque and stable. Its form differs between users and machines and may change.',
  })
  readonly sub: string;

  @ApiProperty({ description: 'The OAuth scopes of the token, separated by spaces; empty when it has none.' })
  readonly scope: string;

  @ApiProperty({
    type: [String],
    description: 'The caller’s effective permissions. They are distinct from scopes.',
  })
  readonly permissions: readonly string[];

  constructor({ subject, scope, permissions }: Pick<Caller, 'subject' | 'scope' | 'permissions'>) {
    this.sub = subject;
    this.scope = scope;
    this.permissions = [...permissions];
  }
}
