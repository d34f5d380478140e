import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { type DomainLapse, ProvenDomainsStore } from '../domains/proven-domains.store';
import { Answer } from './answer.decorator';
import { uuidPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';

/** Proofs of domains that have ended, of all organizations, until the platform has recorded them. */
@ManagementRoutes('domain-lapses')
export class DomainLapsesController {
  constructor(private readonly domains: ProvenDomainsStore) {}

  @Get()
  @Answer(contract.domainLapseListResponse)
  async list(): Promise<{ readonly lapses: readonly DomainLapse[] }> {
    return { lapses: await this.domains.lapses(100) };
  }

  @Delete(':lapseId')
  @HttpCode(204)
  async remove(@Param('lapseId', uuidPipe) id: string): Promise<void> {
    await this.domains.removeLapse(id);
  }
}
