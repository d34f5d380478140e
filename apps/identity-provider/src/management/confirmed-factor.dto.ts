import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type ConfirmedFactor } from './connections.store';

@ApiSchema({
  name: 'ConfirmedFactor',
  description: 'The second factor of a connection, which an upgrade has counted as confirmed.',
})
export class ConfirmedFactorResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly orgId: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly connectionId: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly confirmedAt: string;

  constructor({ id, orgId, connectionId, confirmedAt }: ConfirmedFactor) {
    this.id = id;
    this.orgId = orgId;
    this.connectionId = connectionId;
    this.confirmedAt = confirmedAt.toISOString();
  }
}

@ApiSchema({ name: 'ConfirmedFactorList' })
export class ConfirmedFactorListResponse {
  @ApiProperty({ type: [ConfirmedFactorResponse], description: 'At most 100.' })
  @Expose()
  @Type(() => ConfirmedFactorResponse)
  readonly confirmedFactors: readonly ConfirmedFactorResponse[];

  constructor(factors: readonly ConfirmedFactor[]) {
    this.confirmedFactors = factors.map((factor) => new ConfirmedFactorResponse(factor));
  }
}
