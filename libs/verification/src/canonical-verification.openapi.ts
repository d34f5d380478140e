import { verificationRecord } from '@governance/assessments';
import {
  ApiProblem,
  componentSchema,
  constantHeader,
  defineProblem,
  problemsOf,
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
  description: 'Check `valid`. New members may be added.',
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
  // Shortened: a real one has about 3,000 characters.
  credential: 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6InVybjp1dWlkOjNmMWM1YTBlIn0.c2lnbmF0dXJl',
  keyId: `${exampleAddresses.publicBaseUrl}/.well-known/keys/NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs`,
};
const verifiable = { id, createdAt, mode, rubric, overallScore, tier, launchAllowed, signed };
const withdrawal = { at: new Date('2026-11-25T09:15:00.000Z'), reason: 'rubric_defect' } as const;
const unknownId = '00000000-0000-4000-8000-000000000000';

export const validRecordExample = {
  summary: 'A valid certificate',
  value: verificationRecordResponse(verificationRecord(id, verifiable, context)),
};
export const withdrawnRecordExample = {
  summary: 'A withdrawn certificate: valid is false',
  value: verificationRecordResponse(verificationRecord(id, { ...verifiable, withdrawal }, context)),
};
const notFoundExample = {
  summary: 'No certificate with this id: valid is false',
  value: verificationRecordResponse(verificationRecord(unknownId, undefined, context)),
};

/** The id of a result and of its certificate, in the path. */
export function ApiCertificateId(): MethodDecorator {
  return ApiParam({
    name: 'id',
    description: 'The id of the result, as printed on its certificate. Case-insensitive.',
    schema: { type: 'string', format: 'uuid', examples: [id] },
  });
}

/** spec 4.1: an id that is not a UUID. */
export const invalidCertificateId = defineProblem({
  kind: 'invalid',
  text: 'id must be a UUID',
  when: 'The id is not a UUID.',
  remedy: 'Use the whole id on the certificate',
});

export const noStore = constantHeader('no-store', 'The record can change: caches must not store it.');

/** On every response for a well-formed id. */
const headers: HeadersObject = {
  'Cache-Control': noStore,
  Vary: constantHeader('Accept', 'The response depends on the `Accept` header.'),
};

/** Only in the response to a browser. */
const refresh: HeadersObject = {
  Refresh: {
    ...variableHeader(
      `0; url=${exampleAddresses.publicBaseUrl}/verify?certificate=42`,
      'To a browser: leads to the form that checks certificates.',
      '^0; url=',
    ),
    required: false,
  },
};

export const DescribeCanonicalVerification = applyDecorators(
  ApiTags('verification'),
  ApiExtraModels(ValidRecordResponse, WithdrawnRecordResponse, NotFoundRecordResponse),
  ApiOperation({
    operationId: 'verifyCertificate',
    summary: 'Verify a certificate',
    description: [
      '**Check `valid`, not the status code. An unknown but well-formed id returns 200 with `"valid": false`, and so does a withdrawn certificate.**',
      'Every certificate shows this durable URL, in print and as a QR code.',
      'Programs send `Accept: application/json` or `?format=json`. Any other request, `Accept: */*` included, counts as a browser: it is redirected to the verification page, whether or not the id exists.',
      'The record contains no personal data and no answers.',
    ].join('\n\n'),
  }),
  ApiCertificateId(),
  ApiQuery({
    name: 'format',
    required: false,
    description: '`json` returns the record, regardless of `Accept`.',
    schema: { type: 'string', enum: ['json'] },
  }),
  ApiOkResponse({
    description: 'The record. **Check `valid`**: unknown ids return 200 too.',
    headers,
    schema: record,
    examples: { valid: validRecordExample, withdrawn: withdrawnRecordExample, notFound: notFoundExample },
  }),
  ApiFoundResponse({
    description: 'Redirects a browser to the verification page, whether or not the id exists.',
    headers: {
      ...headers,
      Location: variableHeader(
        `${exampleAddresses.publicBaseUrl}/verify/${id}`,
        'The verification page.',
        '/verify/',
      ),
    },
  }),
  ApiProblem(
    { ...problemsOf(invalidCertificateId), headers: refresh },
    {
      ...problemsOf(storeUnavailable),
      headers: { ...storeUnavailable.headers, ...headers },
    },
  ),
);
