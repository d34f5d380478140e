import { verificationUrl } from '@governance/assessments';
import { Public } from '@governance/auth-guards';
import { SerializeAs } from '@governance/http';
import { Controller, Get, Param } from '@nestjs/common';
import { ResultCapabilities } from '../result-capabilities';
import { SiteAddresses } from '../site-addresses';
import { DeliveryStatusResponse } from './delivery-status.dto';
import { DeliveryStatusService } from './delivery-status.service';
import { HoldersOnly } from './holders-only.decorator';
import { ReadResultsService } from './read-results.service';
import { DescribeDeliveryStatus, DescribeReadResult } from './results.openapi';
import { storedResultResponse, type StoredResultResponse } from './stored-result.dto';

/** Stored results, for clients that have their capability. An id gives no access. */
@Public()
@Controller('api/results/:capability')
export class ResultsController {
  constructor(
    private readonly results: ReadResultsService,
    private readonly deliveries: DeliveryStatusService,
    private readonly addresses: SiteAddresses,
    private readonly capabilities: ResultCapabilities,
  ) {}

  @Get()
  @HoldersOnly()
  @DescribeReadResult
  async read(@Param('capability') capability: string): Promise<StoredResultResponse> {
    const read = await this.results.find(capability);
    const { id, rubric } = read.result;
    const { publicBaseUrl, platformBaseUrl } = this.addresses;
    return storedResultResponse(read, {
      verificationUrl: verificationUrl(platformBaseUrl, id),
      resultUrl: this.capabilities.urlOf(id),
      certificateStatus: await this.results.certificateStatusOf(id),
      rubricUrl: `${publicBaseUrl}/assessment/${rubric.version}.json`,
    });
  }

  @Get('delivery')
  @HoldersOnly()
  @SerializeAs(DeliveryStatusResponse)
  @DescribeDeliveryStatus
  async delivery(@Param('capability') capability: string): Promise<DeliveryStatusResponse> {
    return new DeliveryStatusResponse(await this.deliveries.of(capability));
  }
}
