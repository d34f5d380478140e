import { constantHeader, describeOperation } from '@governance/http';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { IdentityResponse } from './identity.dto';

const exampleMember = { email: 'assessor@example.com', name: 'Assessor', roles: ['account-admin'] };

export const DescribeIdentity = describeOperation({
  tag: 'identity',
  operationId: 'identity',
  summary: 'Get the caller’s identity',
  description:
    'Always returns 200. A caller is known by an access token, or by the cookie that the console sets in a browser for the site. If a token is sent, it alone decides. A caller is anonymous without both, and with a token or session that is malformed, expired, revoked or cannot be checked. For a console session `roles` is empty.',
  ok: {
    description: 'The caller.',
    type: IdentityResponse,
    headers: {
      'Cache-Control': constantHeader('no-store', 'The response is for this caller and this moment.'),
      Vary: constantHeader('Authorization, Cookie', 'The response depends on the token and the cookie.'),
    },
    examples: {
      anonymous: { summary: 'An anonymous caller', value: new IdentityResponse() },
      session: {
        summary: 'A person who is signed in to the console in the same browser',
        value: new IdentityResponse({ ...exampleMember, roles: [] }),
      },
      member: { summary: 'A member of an organization', value: new IdentityResponse(exampleMember) },
    },
  },
  more: [ApiSecurity({}), ApiBearerAuth('accessToken')],
});
