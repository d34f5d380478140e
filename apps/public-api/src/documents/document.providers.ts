import { DocumentMaker } from '@governance/assessments';
import { type Provider } from '@nestjs/common';
import { DocumentMetrics } from './document-metrics';
import { DocumentJob } from './document.job';
import { RequestedCertificate } from './requested-certificate';

/** Makes PDFs for download, in the worker only (ADR 3). */
export const documentProviders: Provider[] = [
  { provide: DocumentMaker, useClass: RequestedCertificate },
  DocumentMetrics,
  DocumentJob,
];
