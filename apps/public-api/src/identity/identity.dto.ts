import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.4 */
@ApiSchema({ name: 'Identity' })
export class IdentityResponse {
  @ApiProperty({ type: 'boolean', description: 'Whether an access token was sent that is valid now.' })
  readonly authenticated: boolean = false;

  @ApiProperty({ type: 'string', description: 'Empty when unknown.' })
  readonly email: string = '';

  @ApiProperty({ type: 'string', description: 'Empty when unknown.' })
  readonly name: string = '';

  @ApiProperty({ type: [String] })
  readonly roles: readonly string[] = [];
}
