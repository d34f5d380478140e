import { verificationUrl } from '@governance/assessments';
import {
  ApiProblem,
  constantHeader,
  defineProblem,
  problemsOf,
  storeUnavailable,
  variableHeader,
} from '@governance/http';
import {
  ApiCertificateId,
  exampleAddresses,
  exampleResult,
  invalidCertificateId,
  noStore,
  validRecordExample,
  ValidRecordResponse,
  withdrawnRecordExample,
  WithdrawnRecordResponse,
} from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
  type HeadersObject,
} from '@nestjs/swagger';

/** RFC 9745: the legacy alias is deprecated since the day it was first served. */
export const deprecatedSince = `@${Date.UTC(2026, 10, 20) / 1000}`;

const successor = verificationUrl(exampleAddresses.platformBaseUrl, exampleResult.id);

const everywhere: HeadersObject = {
  'Cache-Control': noStore,
  Deprecation: constantHeader(deprecatedSince, 'When this endpoint was deprecated (RFC 9745).'),
};

/** On every response for a well-formed id. */
const headers: HeadersObject = {
  ...everywhere,
  Link: variableHeader(
    `<${successor}>; rel="successor-version"`,
    'The canonical endpoint.',
    '^<.+>; rel="successor-version"$',
  ),
};

export const unknownCertificate = defineProblem({
  kind: 'not_found',
  text: 'there is no certificate with this id',
  when: 'There is no certificate with this id.',
  remedy: 'Do not trust that certificate',
  headers,
});

export const DescribeLegacyVerification = applyDecorators(
  ApiTags('verification'),
  ApiExtraModels(ValidRecordResponse, WithdrawnRecordResponse),
  ApiOperation({
    operationId: 'verifyCertificateLegacy',
    summary: 'Verify a certificate (legacy)',
    description:
      'For certificates issued earlier. New integrations use `/api/certification/verify/{id}`, which returns 200 with `"valid": false` for an unknown id; this endpoint returns 404.',
    deprecated: true,
  }),
  ApiCertificateId(),
  ApiOkResponse({
    description: 'The certificate exists. **Check `valid`**: a withdrawn certificate returns 200 too.',
    schema: {
      oneOf: [{ $ref: getSchemaPath('ValidRecord') }, { $ref: getSchemaPath('WithdrawnRecord') }],
    },
    headers,
    examples: { valid: validRecordExample, withdrawn: withdrawnRecordExample },
  }),
  ApiProblem({ ...problemsOf(invalidCertificateId), headers: everywhere }, unknownCertificate, {
    ...problemsOf(storeUnavailable),
    headers: { ...storeUnavailable.headers, ...headers },
  }),
);
