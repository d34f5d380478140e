import { constantHeader } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { IdentityResponse } from './identity.dto';

const exampleMember = { email: 'assessor@example.com', name: 'Assessor', roles: ['account-admin'] };

export function DescribeIdentity(): MethodDecorator {
  return applyDecorators(
    ApiTags('identity'),
    ApiOperation({
      operationId: 'identity',
      summary: 'Get the caller’s identity',
      description:
        'Always returns 200. A caller is anonymous without a token, and with one that is malformed, expired, revoked or cannot be checked.',
    }),
    // A token is optional.
    ApiSecurity({}),
    ApiBearerAuth('accessToken'),
    ApiOkResponse({
      description: 'The caller.',
      type: IdentityResponse,
      headers: {
        'Cache-Control': constantHeader('no-store', 'The response is for this caller and this moment.'),
        Vary: constantHeader('Authorization', 'The response depends on the token.'),
      },
      examples: {
        anonymous: { summary: 'An anonymous caller', value: new IdentityResponse() },
        member: { summary: 'A member of an organization', value: new IdentityResponse(exampleMember) },
      },
    }),
  );
}
