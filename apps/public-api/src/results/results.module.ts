import { Module } from '@nestjs/common';
import { documentControllers } from './document.controller';
import { DocumentRequests } from './document-requests';
import { DeliveryStatusService } from './delivery-status.service';
import { ReadResultsService } from './read-results.service';
import { ResultsController } from './results.controller';

/**
 * Results again, after their submission. The application provides the stores, `Clock`, `SiteAddresses`,
 * `DocumentBudgets` and `ResultCapabilities`.
 */
@Module({
  controllers: [ResultsController, ...documentControllers],
  providers: [ReadResultsService, DeliveryStatusService, DocumentRequests],
  exports: [ReadResultsService, DeliveryStatusService, DocumentRequests],
})
export class ResultsModule {}
