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
      summary: 'Who is calling?',
      description:
        'Always answers 200. A caller without a token is anonymous, and so is one whose token is malformed, expired, revoked or cannot be checked now.',
    }),
    // A token is welcome and not needed.
    ApiSecurity({}),
    ApiBearerAuth('accessToken'),
    ApiOkResponse({
      description: 'The caller, as far as known.',
      type: IdentityResponse,
      headers: {
        'Cache-Control': constantHeader('no-store', 'The answer is for this caller, now.'),
        Vary: constantHeader('Authorization', 'The answer depends on the token.'),
      },
      examples: {
        anonymous: { summary: 'An anonymous caller', value: new IdentityResponse() },
        member: { summary: 'A member of an organization', value: new IdentityResponse(exampleMember) },
      },
    }),
  );
}
