import { Module } from '@nestjs/common';
import { CertificateDocumentController } from './certificate-document.controller';
import { CertificateDocumentsService } from './certificate-documents.service';
import { DeliveryStatusService } from './delivery-status.service';
import { ReadResultsService } from './read-results.service';
import { ResultsController } from './results.controller';

/**
 * Results again, after their submission. The application provides the stores, `Clock`, `SiteAddresses`,
 * `DocumentBudgets` and `ResultCapabilities`.
 */
@Module({
  controllers: [ResultsController, CertificateDocumentController],
  providers: [ReadResultsService, DeliveryStatusService, CertificateDocumentsService],
  exports: [ReadResultsService, CertificateDocumentsService],
})
export class ResultsModule {}
