import { Module } from '@nestjs/common';
import { DeliveryStatusService } from './delivery-status.service';
import { ReadResultsService } from './read-results.service';
import { ResultsController } from './results.controller';

/** Results again, after their submission. The application provides the stores, `Clock`, `SiteAddresses` and `ResultCapabilities`. */
@Module({
  controllers: [ResultsController],
  providers: [ReadResultsService, DeliveryStatusService],
  exports: [ReadResultsService],
})
export class ResultsModule {}
