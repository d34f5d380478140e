import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';

/** spec 2.11 */
@ApiSchema({
  name: 'Connection',
  description: 'A way in which members of the organization sign in. Members may be added.',
})
export class ConnectionResponse {
  @ApiProperty({ type: 'string', description: 'Opaque: the `connection_id` of an invitation.' })
  @Expose()
  readonly id!: string;

  @ApiProperty({ type: 'string', description: 'For people.' })
  @Expose()
  readonly name!: string;

  @ApiProperty({
    type: 'string',
    description:
      '`database`: a password kept by the identity provider. `enterprise`: the organization’s own provider. Others may come.',
  })
  @Expose()
  readonly type!: string;

  @ApiProperty({ type: 'boolean', description: 'Whether anybody can sign in by it now.' })
  @Expose()
  readonly enabled!: boolean;
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'By name.' })
  @Expose()
  @Type(() => ConnectionResponse)
  readonly connections!: readonly ConnectionResponse[];
}
