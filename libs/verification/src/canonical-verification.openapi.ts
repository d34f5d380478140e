import { verificationRecord } from '@governance/assessments';
import {
  ApiProblem,
  componentSchema,
  constantHeader,
  type ProblemDescription,
  storeUnavailable,
  undecodablePath,
  variableHeader,
} from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiTags,
  getSchemaPath,
  type HeadersObject,
} from '@nestjs/swagger';
import { exampleAddresses, exampleResult } from './example-result';
import {
  NotFoundRecordResponse,
  ValidRecordResponse,
  verificationRecordResponse,
} from './verification-record.dto';

const validPath = getSchemaPath('ValidRecord');
const notFoundPath = getSchemaPath('NotFoundRecord');
const record = componentSchema('VerificationRecord', {
  description: '`valid` is what counts. Members may be added.',
  oneOf: [{ $ref: validPath }, { $ref: notFoundPath }],
  discriminator: { propertyName: 'status', mapping: { valid: validPath, not_found: notFoundPath } },
});

const context = {
  publicBaseUrl: exampleAddresses.publicBaseUrl,
  now: new Date('2026-12-01T08:30:00.000Z'),
};
const { id, createdAt, mode, rubric, outcome } = exampleResult;
const { overallScore, tier, launchAllowed } = outcome;
const verifiable = { id, createdAt, mode, rubric, overallScore, tier, launchAllowed };
const unknownId = '00000000-0000-4000-8000-000000000000';

export const validRecordExample = {
  summary: 'A certificate',
  value: verificationRecordResponse(verificationRecord(id, verifiable, context)),
};
const notFoundExample = {
  summary: 'No certificate: valid is false',
  value: verificationRecordResponse(verificationRecord(unknownId, undefined, context)),
};

/** The id of a result and of its certificate, in the path. */
export function ApiCertificateId(): MethodDecorator {
  return ApiParam({
    name: 'id',
    description:
      'The id of the result, which is printed on its certificate. Upper and lower case are the same.',
    schema: { type: 'string', format: 'uuid', examples: [id] },
  });
}

/** spec 4.1: an id that is no UUID. */
export const invalidCertificateId: ProblemDescription = {
  kind: 'invalid',
  when: 'The id is no UUID.',
  texts: ['id must be a UUID'],
};

export const noStore = constantHeader('no-store', 'The answer is that of the moment.');

/** Of every answer about a well-formed id. */
const headers: HeadersObject = {
  'Cache-Control': noStore,
  Vary: constantHeader('Accept', 'The answer depends on what is asked for.'),
};

export function DescribeCanonicalVerification(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiExtraModels(ValidRecordResponse, NotFoundRecordResponse),
    ApiOperation({
      operationId: 'verifyCertificate',
      summary: 'Verify a certificate',
      description: [
        '**`valid` is what counts, not the status: a well-formed id that was never issued is answered with 200 too, with `"valid": false`.**',
        'This is the durable address that is printed on every certificate and in its QR code.',
        'Programs ask with `Accept: application/json` or `?format=json`. Everybody else, `Accept: */*` included, is taken for a browser and sent to the page for people, whether the id exists or not.',
        'The record holds no personal data and no answers.',
      ].join('\n\n'),
    }),
    ApiCertificateId(),
    ApiQuery({
      name: 'format',
      required: false,
      description: '`json` asks for the record, whatever `Accept` says.',
      schema: { type: 'string', enum: ['json'] },
    }),
    ApiOkResponse({
      description: 'The record. **Look at `valid`**: unknown ids are answered with 200 too.',
      headers,
      schema: record,
      examples: { valid: validRecordExample, notFound: notFoundExample },
    }),
    ApiFoundResponse({
      description: 'A browser, sent to the page for people. Says nothing about whether the id exists.',
      headers: {
        ...headers,
        Location: variableHeader(
          `${exampleAddresses.publicBaseUrl}/verify/${id}`,
          'The page for people.',
          '/verify/',
        ),
      },
    }),
    ApiProblem(invalidCertificateId, undecodablePath, {
      ...storeUnavailable,
      headers: { ...storeUnavailable.headers, ...headers },
    }),
  );
}
