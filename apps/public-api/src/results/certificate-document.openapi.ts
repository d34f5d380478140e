import { ApiProblem, type ProblemDescription, sharedHeader, variableHeader } from '@governance/http';
import { exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import { DocumentStatusResponse } from './document-status.dto';
import { describeResult, holdersOnlyHeaders, holdersUnavailable, noSuchResult } from './results.openapi';
import { documentDisposition } from './send-document';

/** A print takes less, unless others wait. */
export const retryAfterSeconds = 2;

const exampleTag = '"5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"';
const tagged = {
  ...holdersOnlyHeaders,
  ETag: variableHeader(exampleTag, 'The SHA-256 of the file.', '^"[0-9a-f]{64}"$'),
};
const retryLater = { ...holdersOnlyHeaders, 'Retry-After': sharedHeader('Retry-After') };

const withdrawn: ProblemDescription = {
  ...noSuchResult,
  when: 'The certificate was withdrawn.',
  texts: ['the certificate of this result was withdrawn'],
};

const refusals: readonly ProblemDescription[] = [
  {
    kind: 'too_many',
    when: 'This client has had too many certificates made within the last hour.',
    texts: ['too many certificates asked for from this address, try again later'],
    headers: retryLater,
  },
  {
    kind: 'unavailable',
    when: 'Too many certificates are being made, or this one could not be made. After `Retry-After`, ask for it again.',
    texts: [
      'too many certificates are being made, try again later',
      'the certificate could not be made, ask for it again later',
    ],
    headers: retryLater,
  },
];

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
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of your copy. If it is current, the response is 304.',
      schema: { type: 'string', examples: [exampleTag] },
    }),
    ApiOkResponse({
      description: 'The PDF.',
      headers: {
        ...tagged,
        'Content-Disposition': variableHeader(
          documentDisposition(exampleResult.id),
          'Browsers save the file.',
          '^attachment; filename="certificate-[0-9a-f]{8}\\.pdf"$',
        ),
      },
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
    ApiAcceptedResponse({
      description: 'The PDF is being made. Ask again after `Retry-After`.',
      type: DocumentStatusResponse,
      headers: retryLater,
      examples: { queued: { summary: 'Being made', value: new DocumentStatusResponse() } },
    }),
    ApiNotModifiedResponse({ description: 'Your copy is current.', headers: tagged }),
    ApiProblem(noSuchResult, withdrawn, ...refusals, holdersUnavailable),
  );
}
