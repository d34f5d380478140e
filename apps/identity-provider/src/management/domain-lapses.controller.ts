import { SerializeAs } from '@governance/http';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { DomainLapsesService } from './domain-lapses.service';
import { DomainLapseListResponse } from './domain-lapse.dto';
import { DescribeListDomainLapses, DescribeRemoveDomainLapse } from './domain-lapses.openapi';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';

/** Proofs of domains that have ended, until the platform has recorded them. */
@ManagementRoutes('domain-lapses')
export class DomainLapsesController {
  constructor(private readonly lapses: DomainLapsesService) {}

  @Get()
  @SerializeAs(DomainLapseListResponse)
  @DescribeListDomainLapses
  async list(): Promise<DomainLapseListResponse> {
    return new DomainLapseListResponse(await this.lapses.list());
  }

  @Delete(':lapseId')
  @HttpCode(204)
  @DescribeRemoveDomainLapse
  async remove(@Param('lapseId', UuidPipe) id: string): Promise<void> {
    await this.lapses.remove(id);
  }
}
