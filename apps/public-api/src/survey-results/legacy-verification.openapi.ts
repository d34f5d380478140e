import { verificationUrl } from '@governance/assessments';
import { ApiProblem, constantHeader, storeUnavailable, variableHeader } from '@governance/http';
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

/** RFC 9745: the legacy alias has been deprecated since the day on which it was first served. */
export const deprecatedSince = `@${Date.UTC(2026, 10, 20) / 1000}`;

const successor = verificationUrl(exampleAddresses.platformBaseUrl, exampleResult.id);

const everywhere: HeadersObject = {
  'Cache-Control': noStore,
  Deprecation: constantHeader(deprecatedSince, 'Since when this address is deprecated (RFC 9745).'),
};

/** Of every answer about a well-formed id. */
const headers: HeadersObject = {
  ...everywhere,
  Link: variableHeader(
    `<${successor}>; rel="successor-version"`,
    'The canonical address.',
    '^<.+>; rel="successor-version"$',
  ),
};

export function DescribeLegacyVerification(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiExtraModels(ValidRecordResponse, WithdrawnRecordResponse),
    ApiOperation({
      operationId: 'verifyCertificateLegacy',
      summary: 'Verify a certificate at its former address',
      description:
        'Kept for certificates that were issued earlier. New integrations use `/api/certification/verify/{id}`, where an unknown id is answered with 200 and `"valid": false`; here it is 404.',
      deprecated: true,
    }),
    ApiCertificateId(),
    ApiOkResponse({
      description: 'The certificate exists. **Look at `valid`**: one that was withdrawn exists too.',
      schema: {
        oneOf: [{ $ref: getSchemaPath('ValidRecord') }, { $ref: getSchemaPath('WithdrawnRecord') }],
      },
      headers,
      examples: { valid: validRecordExample, withdrawn: withdrawnRecordExample },
    }),
    ApiProblem(
      { ...invalidCertificateId, headers: everywhere },
      {
        kind: 'not_found',
        when: 'There is no certificate with this id.',
        texts: ['there is no certificate with this id'],
        headers,
      },
      { ...storeUnavailable, headers: { ...storeUnavailable.headers, ...headers } },
    ),
  );
}
