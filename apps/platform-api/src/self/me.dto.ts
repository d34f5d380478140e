import { type Caller } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };

type DescribedCaller = Pick<
  Caller,
  'subject' | 'scope' | 'permissions' | 'orgId' | 'orgName' | 'hasOtherOrgs'
>;

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

  @ApiProperty({
    ...textOrNull,
    description: 'The organization of the token. `null`: the caller acts for no organization.',
  })
  readonly org_id: string | null;

  @ApiProperty({
    ...textOrNull,
    description: 'Its name for people. `null`: the issuer does not say it.',
  })
  readonly org_name: string | null;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'null' }],
    description:
      'Whether the caller can sign in to other organizations too. `null`: the issuer does not say it.',
  })
  readonly has_other_orgs: boolean | null;

  constructor({ subject, scope, permissions, orgId, orgName, hasOtherOrgs }: DescribedCaller) {
    this.sub = subject;
    this.scope = scope;
    this.permissions = [...permissions];
    this.org_id = orgId ?? null;
    this.org_name = orgName ?? null;
    this.has_other_orgs = hasOtherOrgs ?? null;
  }
}
