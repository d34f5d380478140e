import { verificationRecord } from '@governance/assessments';
import {
  ApiProblem,
  componentSchema,
  constantHeader,
  type ProblemDescription,
  storeUnavailable,
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
  WithdrawnRecordResponse,
} from './verification-record.dto';

const validPath = getSchemaPath('ValidRecord');
const withdrawnPath = getSchemaPath('WithdrawnRecord');
const notFoundPath = getSchemaPath('NotFoundRecord');
const record = componentSchema('VerificationRecord', {
  description: '`valid` is what counts. Members may be added.',
  oneOf: [{ $ref: validPath }, { $ref: withdrawnPath }, { $ref: notFoundPath }],
  discriminator: {
    propertyName: 'status',
    mapping: { valid: validPath, withdrawn: withdrawnPath, not_found: notFoundPath },
  },
});

const context = {
  publicBaseUrl: exampleAddresses.publicBaseUrl,
  now: new Date('2026-12-01T08:30:00.000Z'),
};
const { id, createdAt, mode, rubric, outcome } = exampleResult;
const { overallScore, tier, launchAllowed } = outcome;
const signed = {
  // A stand-in: a real one is some 3,000 characters long.
  credential: 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6InVybjp1dWlkOjNmMWM1YTBlIn0.c2lnbmF0dXJl',
  keyId: `${exampleAddresses.publicBaseUrl}/.well-known/jwks.json#NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs`,
};
const verifiable = { id, createdAt, mode, rubric, overallScore, tier, launchAllowed, signed };
const withdrawal = { at: new Date('2026-11-25T09:15:00.000Z'), reason: 'rubric_defect' } as const;
const unknownId = '00000000-0000-4000-8000-000000000000';

export const validRecordExample = {
  summary: 'A certificate',
  value: verificationRecordResponse(verificationRecord(id, verifiable, context)),
};
export const withdrawnRecordExample = {
  summary: 'A certificate that was withdrawn: valid is false',
  value: verificationRecordResponse(verificationRecord(id, { ...verifiable, withdrawal }, context)),
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
    ApiExtraModels(ValidRecordResponse, WithdrawnRecordResponse, NotFoundRecordResponse),
    ApiOperation({
      operationId: 'verifyCertificate',
      summary: 'Verify a certificate',
      description: [
        '**`valid` is what counts, not the status: a well-formed id that was never issued is answered with 200 too, with `"valid": false`, and so is a certificate that was withdrawn.**',
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
      examples: {
        valid: validRecordExample,
        withdrawn: withdrawnRecordExample,
        notFound: notFoundExample,
      },
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
    ApiProblem(invalidCertificateId, {
      ...storeUnavailable,
      headers: { ...storeUnavailable.headers, ...headers },
    }),
  );
}
