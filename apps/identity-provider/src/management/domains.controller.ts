import { recordNameOf } from '@governance/iam';
import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { type Domain } from '../domains/domains.store';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, domainPipe, idPipe } from './checked';
import { DomainsService } from './domains.service';
import { ManagementRoutes } from './management-routes.decorator';

type ShownDomain = Checked<typeof contract.domainResponse>;

@ManagementRoutes('organizations/:orgId/domains')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get()
  @Answer(contract.domainListResponse)
  async list(@Param('orgId', idPipe) orgId: string): Promise<{ readonly domains: readonly ShownDomain[] }> {
    return { domains: (await this.domains.list(orgId)).map(shown) };
  }

  @Put(':domainName')
  @Answer(contract.domainResponse)
  async put(
    @Param('orgId', idPipe) orgId: string,
    @Param('domainName', domainPipe) name: string,
    @CheckedBody(contract.putDomainRequest) { connectionId }: Checked<typeof contract.putDomainRequest>,
  ): Promise<ShownDomain> {
    return shown(await this.domains.put(orgId, name, connectionId));
  }

  @Post(':domainName/check')
  @HttpCode(200)
  @Answer(contract.domainCheckResponse)
  async check(
    @Param('orgId', idPipe) orgId: string,
    @Param('domainName', domainPipe) name: string,
  ): Promise<Checked<typeof contract.domainCheckResponse>> {
    const { domain, problem = null } = await this.domains.check(orgId, name);
    return { domain: shown(domain), problem };
  }

  @Delete(':domainName')
  @HttpCode(204)
  async remove(
    @Param('orgId', idPipe) orgId: string,
    @Param('domainName', domainPipe) name: string,
  ): Promise<void> {
    await this.domains.remove(orgId, name);
  }
}

function shown(domain: Domain): ShownDomain {
  return { ...domain, recordName: recordNameOf(domain.name), recordValue: domain.challenge };
}
