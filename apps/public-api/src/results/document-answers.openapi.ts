import { type DocumentName } from '@governance/assessments';
import { ApiProblem, problemsOf, variableHeader } from '@governance/http';
import { exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiHeader,
  ApiNotModifiedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { DocumentStatusResponse } from './document-status.dto';
import {
  documentProblems,
  holdersOnlyHeaders,
  holdersUnavailable,
  retryLater,
  unknownResult,
} from './result-problems';
import { ofResult } from './results.openapi';
import { documentDisposition } from './send-document';

/** A print takes less, unless others wait. */
export const retryAfterSeconds = 2;

const exampleTag = '"5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"';
const tagged = {
  ...holdersOnlyHeaders,
  ETag: variableHeader(exampleTag, 'The SHA-256 of the file.', '^"[0-9a-f]{64}"$'),
};

const operations = {
  certificate: {
    operationId: 'downloadCertificate',
    summary: 'Download the certificate',
    description: [
      'A PDF with the signed credential, as it is mailed, but without the holder proof: that is only in the mail. It is made at the first request: repeat the request after `Retry-After` until the status is 200.',
      'It is stored for a day after the request, and then made again if needed. A PDF made again has the same content and another signature.',
    ].join('\n\n'),
  },
  'evidence-report': {
    operationId: 'downloadEvidenceReport',
    summary: 'Download the evidence report',
    description: [
      'A PDF with the answers and the evidence that the submission gave for them. It says that these are statements of the holder, not checked, and that it is no certificate: it is not signed, and verification does not know it. It is made at the first request: repeat the request after `Retry-After` until the status is 200.',
      'It is stored for a day after the request, and then made again if needed. It counts with the certificates that this client has made. A withdrawn certificate does not change it.',
    ].join('\n\n'),
  },
};

/** The operation that makes a PDF on request. */
export function describeDocument(name: DocumentName): MethodDecorator {
  const problems = documentProblems[name];
  return applyDecorators(
    ApiTags(ofResult.tag),
    ApiOperation(operations[name]),
    ApiParam(ofResult.parameter),
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
          documentDisposition({ name, resultId: exampleResult.id }),
          'Browsers save the file.',
          `^attachment; filename="${name}-[0-9a-f]{8}\\.pdf"$`,
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
    ApiProblem(
      unknownResult,
      problems.unmakeable,
      problems.tooMany,
      problemsOf(problems.overBudget, problems.parked),
      holdersUnavailable,
    ),
  );
}
