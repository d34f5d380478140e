import { CertificateMaker, EvidenceReportMaker } from '@governance/assessments';
import { type Provider } from '@nestjs/common';
import { DocumentLines } from './document-lines';
import { DocumentMetrics } from './document-metrics';
import { DocumentJob } from './document.job';
import { RequestedCertificate } from './requested-certificate';
import { RequestedEvidenceReport } from './requested-evidence-report';

/** Makes PDFs for download, in the worker only (ADR 3). */
export const documentProviders: Provider[] = [
  { provide: CertificateMaker, useClass: RequestedCertificate },
  { provide: EvidenceReportMaker, useClass: RequestedEvidenceReport },
  DocumentLines,
  DocumentMetrics,
  DocumentJob,
];
