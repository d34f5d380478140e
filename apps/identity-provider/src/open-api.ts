import { type OpenApiDescription } from '@governance/http';

const description = `
The platform uses this API to manage the embedded identity provider: organizations, users, memberships, connections,
invitations, third-party applications and machine clients. Only the platform may use it: a public proxy should not forward
\`/management\`.

The caller chooses ids and tags. Every call can be repeated after a lost response. \`PUT\` creates or replaces an object and
returns it. \`DELETE\` returns 204 even if the object did not exist.

Errors have the form \`{"error": code, "error_description": text}\`. Use the code in programs. Any operation can also return
500 with \`server_error\`. Every path below \`/management\` returns 401 without the management token, even if it does not exist.
`.trim();

/** The general part of the management API's OpenAPI document. OAuth has a discovery document instead. */
export const managementApi: OpenApiDescription = {
  title: 'Identity provider management',
  description,
  version: '1.0',
  server: '/',
  tags: [
    { name: 'provider', description: 'Which provider the API belongs to.' },
    { name: 'organizations', description: 'Organizations and their second-factor window.' },
    { name: 'users', description: 'User accounts, with their passwords and authenticator apps.' },
    { name: 'memberships', description: 'Members of an organization and their roles.' },
    { name: 'connections', description: 'Sign-in methods of an organization.' },
    { name: 'invitations', description: 'Invitations to an organization.' },
    { name: 'applications', description: 'Third-party applications that users sign in to.' },
    { name: 'clients', description: 'Machine clients.' },
    { name: 'health', description: 'Probes.' },
  ],
  securitySchemes: {
    managementToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The setting `MANAGEMENT_TOKEN` of the provider.',
    },
  },
};
