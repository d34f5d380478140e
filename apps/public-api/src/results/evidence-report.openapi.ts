import { applyDecorators } from '@nestjs/common';
import { describeDocument } from './document-answers.openapi';
import { evidenceReportTexts } from './evidence-reports.service';
import { describeResult } from './results.openapi';

export function DescribeEvidenceReport(): MethodDecorator {
  return applyDecorators(
    describeResult({
      operationId: 'downloadEvidenceReport',
      summary: 'Download the evidence report',
      description: [
        'A PDF with the answers and the evidence that the submission gave for them. It says that these are statements of the holder, not checked, and that it is no certificate: it is not signed, and verification does not know it. It is made at the first request: repeat the request after `Retry-After` until the status is 200.',
        'It is stored for a day after the request, and then made again if needed. It counts with the certificates that this client has made. A withdrawn certificate does not change it.',
      ].join('\n\n'),
    }),
    describeDocument({
      name: 'evidence-report',
      noun: 'evidence report',
      unmakeable: 'The submission gave no evidence, or it was deleted.',
      texts: evidenceReportTexts,
    }),
  );
}
