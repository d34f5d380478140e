import { type Caller } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.4 */
@ApiSchema({ name: 'Identity' })
export class IdentityResponse {
  @ApiProperty({ description: 'Whether the request has a valid access token or console session.' })
  readonly authenticated: boolean;

  @ApiProperty({ description: 'Empty when unknown.' })
  readonly email: string;

  @ApiProperty({ description: 'Empty when unknown.' })
  readonly name: string;

  @ApiProperty({ type: [String], description: 'Empty when unknown.' })
  readonly roles: readonly string[];

  /** Absent: an anonymous caller. */
  constructor(caller?: Pick<Caller, 'email' | 'name' | 'roles'>) {
    this.authenticated = caller !== undefined;
    this.email = caller?.email ?? '';
    this.name = caller?.name ?? '';
    this.roles = caller?.roles ?? [];
  }
}
