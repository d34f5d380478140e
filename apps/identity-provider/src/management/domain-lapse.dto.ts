import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type DomainLapse } from '../domains/proven-domains.store';

@ApiSchema({
  name: 'DomainLapse',
  description: 'A proof of a domain that ended, because its record was gone.',
})
export class DomainLapseResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly orgId: string;

  @ApiProperty({ type: 'string', description: 'Of the domain, in canonical form.' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly lapsedAt: string;

  constructor({ id, orgId, name, lapsedAt }: DomainLapse) {
    this.id = id;
    this.orgId = orgId;
    this.name = name;
    this.lapsedAt = lapsedAt.toISOString();
  }
}

@ApiSchema({ name: 'DomainLapseList' })
export class DomainLapseListResponse {
  @ApiProperty({ type: [DomainLapseResponse], description: 'Oldest first, at most 100.' })
  @Expose()
  @Type(() => DomainLapseResponse)
  readonly lapses: readonly DomainLapseResponse[];

  constructor(lapses: readonly DomainLapse[]) {
    this.lapses = lapses.map((lapse) => new DomainLapseResponse(lapse));
  }
}
