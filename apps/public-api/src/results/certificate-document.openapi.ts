import { applyDecorators } from '@nestjs/common';
import { certificateTexts } from './certificate-documents.service';
import { describeDocument } from './document-answers.openapi';
import { describeResult } from './results.openapi';

export function DescribeCertificateDocument(): MethodDecorator {
  return applyDecorators(
    describeResult({
      operationId: 'downloadCertificate',
      summary: 'Download the certificate',
      description: [
        'A PDF with the signed credential, as it is mailed, but without the holder proof: that is only in the mail. It is made at the first request: repeat the request after `Retry-After` until the status is 200.',
        'It is stored for a day after the request, and then made again if needed. A PDF made again has the same content and another signature.',
      ].join('\n\n'),
    }),
    describeDocument({
      name: 'certificate',
      noun: 'certificate',
      unmakeable: 'The certificate was withdrawn.',
      texts: certificateTexts,
    }),
  );
}
