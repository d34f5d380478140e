import { type Provider } from '@nestjs/common';
import { DocumentMetrics } from './document-metrics';
import { DocumentWork } from './document-work';

/** What the jobs of PDFs for download use, in the worker only (ADR 3). */
export const documentProviders: Provider[] = [DocumentMetrics, DocumentWork];
