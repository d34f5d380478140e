import { verificationUrl } from '@governance/assessments';
import { ApiProblem, storeUnavailable, undecodablePath, variableHeader } from '@governance/http';
import {
  ApiCertificateId,
  exampleAddresses,
  exampleResult,
  invalidCertificateId,
  noStore,
  validRecordExample,
  ValidRecordResponse,
} from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

const successor = verificationUrl(exampleAddresses.platformBaseUrl, exampleResult.id);

export function DescribeLegacyVerification(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiOperation({
      operationId: 'verifyCertificateLegacy',
      summary: 'Verify a certificate at its former address',
      description:
        'Kept for certificates that were issued earlier. New integrations use `/api/certification/verify/{id}`, where an unknown id is answered with 200 and `"valid": false`; here it is 404.',
      deprecated: true,
    }),
    ApiCertificateId(),
    ApiOkResponse({
      description: 'The certificate exists.',
      type: ValidRecordResponse,
      headers: {
        'Cache-Control': noStore,
        Deprecation: variableHeader('@1763596800', 'Since when this address is deprecated (RFC 9745).', String.raw`^@\d+$`),
        Link: variableHeader(
          `<${successor}>; rel="successor-version"`,
          'The canonical address.',
          '^<.+>; rel="successor-version"$',
        ),
      },
      examples: { valid: validRecordExample },
    }),
    ApiProblem(invalidCertificateId, undecodablePath, storeUnavailable, {
      kind: 'not_found',
      when: 'There is no certificate with this id.',
      texts: ['there is no certificate with this id'],
    }),
  );
}
