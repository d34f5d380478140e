import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';

/** spec 2.11 */
@ApiSchema({
  name: 'Connection',
  description: 'A way in which members of the organization sign in. New members may be added.',
})
export class ConnectionResponse {
  @ApiProperty({ type: 'string', description: 'Opaque. Use it as the `connection_id` of an invitation.' })
  @Expose()
  readonly id!: string;

  @ApiProperty({ type: 'string', description: 'Display name.' })
  @Expose()
  readonly name!: string;

  @ApiProperty({
    type: 'string',
    description:
      '`database`: a password stored by the identity provider. `enterprise`: the organization’s own provider. New values may be added.',
  })
  @Expose()
  readonly type!: string;

  @ApiProperty({ type: 'boolean', description: 'Whether members can sign in with it.' })
  @Expose()
  readonly enabled!: boolean;
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'Ordered by name.' })
  @Expose()
  @Type(() => ConnectionResponse)
  readonly connections!: readonly ConnectionResponse[];
}
