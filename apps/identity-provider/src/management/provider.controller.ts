import { contract } from '@governance/identity-provider-client';
import { Get } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { ProviderIssuer } from './provider-issuer';

/** Which provider this management API belongs to. */
@ManagementRoutes('provider')
export class ProviderController {
  constructor(private readonly provider: ProviderIssuer) {}

  @Get()
  @Answer(contract.providerResponse)
  get(): ProviderIssuer {
    return this.provider;
  }
}
