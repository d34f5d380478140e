import { type OpenApiDescription } from '@governance/http';
import { type ApiSettings } from './config';

const description = `
The API for organizations' admins and machines. Pin \`api-version\`, because the default can change. Every response lists the
supported versions in \`Api-Supported-Versions\`. A version may gain operations and members: decode leniently.

Operations under \`/self\`, \`/iam\` and \`/org\` need an access token and act on the organization that it names. A write may be refused
with \`step_up_required\` until the user signs in again with a second factor. Machines are never asked to step up.

Errors are \`{"error": code, "error_description": text}\`: rely on the code. Any operation may also return 500 with
\`server_error\`, an unknown path 404 with \`not_found\`, and an unsupported method 405 with \`method_not_allowed\`.
Certificate verification is the exception: its errors are \`{"error": text}\`, as on the public surface, and you must check
\`valid\`, not the status code.
`.trim();

/** The general part of the platform surface's OpenAPI document. */
export function platformApi({
  OIDC_ISSUER: issuer,
  DOCS_CLIENT_ID: clientId,
}: Pick<ApiSettings, 'OIDC_ISSUER' | 'DOCS_CLIENT_ID'>): OpenApiDescription {
  return {
    title: 'AI governance platform',
    description,
    version: '1.0',
    // Relative to the document, which the same surface serves.
    server: '/',
    tags: [
      { name: 'identity', description: 'The caller’s identity and profile.' },
      {
        name: 'm2m-credentials',
        description: 'OAuth clients of the organization, for the client-credentials grant.',
      },
      {
        name: 'trust-rules',
        description: 'Workloads that get tokens for a token of their own platform, without a secret.',
      },
      {
        name: 'service-identities',
        description:
          'What the credentials of the organization act for, and the permissions that it can grant.',
      },
      {
        name: 'members',
        description: 'The members of the organization, how they sign in, and invitations into it.',
      },
      { name: 'audit', description: 'The writes in the organization, and the refused ones.' },
      { name: 'clients', description: 'The companies that the organization assesses.' },
      { name: 'campaigns', description: 'Questionnaires that the organization sends to its clients.' },
      { name: 'results', description: 'Assessment results that the organization has attached.' },
      { name: 'verification', description: 'Whether a certificate is genuine. Check `valid`.' },
      { name: 'health', description: 'Probes.' },
    ],
    signIn: { issuer, clientId, scopes: ['openid', 'api:full:read', 'api:full:write'] },
  };
}
