import { type Caller } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.4 */
@ApiSchema({ name: 'Identity' })
export class IdentityResponse {
  @ApiProperty({ type: 'boolean', description: 'Whether an access token was sent that is valid now.' })
  readonly authenticated: boolean;

  @ApiProperty({ type: 'string', description: 'Empty when unknown.' })
  readonly email: string;

  @ApiProperty({ type: 'string', description: 'Empty when unknown.' })
  readonly name: string;

  @ApiProperty({ type: [String] })
  readonly roles: readonly string[];

  /** Of an anonymous caller when there is none. */
  constructor(caller?: Pick<Caller, 'email' | 'name' | 'roles'>) {
    this.authenticated = caller !== undefined;
    this.email = caller?.email ?? '';
    this.name = caller?.name ?? '';
    this.roles = caller?.roles ?? [];
  }
}
