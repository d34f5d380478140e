import { Module } from '@nestjs/common';
import { CertificateDocumentController } from './certificate-document.controller';
import { CertificateDocumentsService } from './certificate-documents.service';
import { DocumentRequests } from './document-requests';
import { EvidenceReportController } from './evidence-report.controller';
import { EvidenceReportsService } from './evidence-reports.service';
import { DeliveryStatusService } from './delivery-status.service';
import { ReadResultsService } from './read-results.service';
import { ResultsController } from './results.controller';

/**
 * Results again, after their submission. The application provides the stores, `Clock`, `SiteAddresses`,
 * `DocumentBudgets` and `ResultCapabilities`.
 */
@Module({
  controllers: [ResultsController, CertificateDocumentController, EvidenceReportController],
  providers: [
    ReadResultsService,
    DeliveryStatusService,
    DocumentRequests,
    CertificateDocumentsService,
    EvidenceReportsService,
  ],
  exports: [ReadResultsService, CertificateDocumentsService, EvidenceReportsService],
})
export class ResultsModule {}
