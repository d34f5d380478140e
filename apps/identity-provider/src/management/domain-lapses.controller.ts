import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ProvenDomainsStore } from '../domains/proven-domains.store';
import { DomainLapseListResponse } from './domain-lapse.dto';
import { DescribeListDomainLapses, DescribeRemoveDomainLapse } from './domain-lapses.openapi';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';

const most = 100;

/** Proofs of domains that have ended, until the platform has recorded them. */
@ManagementRoutes('domain-lapses')
export class DomainLapsesController {
  constructor(private readonly domains: ProvenDomainsStore) {}

  @Get()
  @DescribeListDomainLapses
  async list(): Promise<DomainLapseListResponse> {
    return new DomainLapseListResponse(await this.domains.lapses(most));
  }

  @Delete(':lapseId')
  @HttpCode(204)
  @DescribeRemoveDomainLapse
  async remove(@Param('lapseId', UuidPipe) id: string): Promise<void> {
    await this.domains.removeLapse(id);
  }
}
