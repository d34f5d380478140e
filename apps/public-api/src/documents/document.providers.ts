import { type Provider } from '@nestjs/common';
import { DocumentMetrics } from './document-metrics';
import { DocumentJob } from './document.job';
import { RequestedCertificate } from './requested-certificate';
import { RequestedEvidenceReport } from './requested-evidence-report';

/** Makes PDFs for download, in the worker only (ADR 3). */
export const documentProviders: Provider[] = [
  RequestedCertificate,
  RequestedEvidenceReport,
  DocumentMetrics,
  DocumentJob,
];
