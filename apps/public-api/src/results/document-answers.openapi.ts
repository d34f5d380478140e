import { ApiProblem, type ProblemDescription, sharedHeader, variableHeader } from '@governance/http';
import { exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNotModifiedResponse, ApiOkResponse } from '@nestjs/swagger';
import { type DocumentTexts } from './document-requests';
import { DocumentStatusResponse } from './document-status.dto';
import { holdersOnlyHeaders, holdersUnavailable, noSuchResult } from './results.openapi';
import { documentDisposition, type DocumentName } from './send-document';

/** A print takes less, unless others wait. */
export const retryAfterSeconds = 2;

const exampleTag = '"5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"';
const tagged = {
  ...holdersOnlyHeaders,
  ETag: variableHeader(exampleTag, 'The SHA-256 of the file.', '^"[0-9a-f]{64}"$'),
};
const retryLater = { ...holdersOnlyHeaders, 'Retry-After': sharedHeader('Retry-After') };

export interface DescribedDocument {
  readonly name: DocumentName;
  /** "certificate": in the conditions of errors. */
  readonly noun: string;
  readonly unmakeable: string;
  readonly texts: DocumentTexts;
}

/** The answers of every operation that makes a PDF on request. */
export function describeDocument({ name, noun, unmakeable, texts }: DescribedDocument): MethodDecorator {
  return applyDecorators(
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
      noSuchResult,
      { ...noSuchResult, when: unmakeable, texts: [texts.unmakeable] },
      ...refusals(noun, texts),
      holdersUnavailable,
    ),
  );
}

function refusals(noun: string, { tooMany, overBudget, parked }: DocumentTexts): ProblemDescription[] {
  return [
    {
      kind: 'too_many',
      when: `This client has had too many ${noun}s made within the last hour.`,
      texts: [tooMany],
      headers: retryLater,
    },
    {
      kind: 'unavailable',
      when: `Too many ${noun}s are being made, or this one could not be made. After \`Retry-After\`, ask for it again.`,
      texts: [overBudget, parked],
      headers: retryLater,
    },
  ];
}
