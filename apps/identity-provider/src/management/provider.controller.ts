import { SerializeAs } from '@governance/http';
import { Get } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { ProviderIssuer } from './provider-issuer';
import { ProviderResponse } from './provider.dto';
import { DescribeGetProvider } from './provider.openapi';

/** Which provider this management API belongs to. */
@ManagementRoutes('provider')
export class ProviderController {
  constructor(private readonly provider: ProviderIssuer) {}

  @Get()
  @SerializeAs(ProviderResponse)
  @DescribeGetProvider
  get(): ProviderResponse {
    return new ProviderResponse(this.provider);
  }
}
