import { type OpenApiDescription } from '@governance/http';

const description = `
The API by which the platform manages the embedded identity provider: organizations, people, memberships, connections,
invitations, third-party applications and machine clients. It is for the platform alone; a proxy towards the outside should not
forward \`/management\`.

Ids and tags are chosen by the client. Every call can be repeated after a lost answer: \`PUT\` creates or replaces, and
answers with the whole object; \`DELETE\` answers 204 also when there was nothing to delete.

Errors are \`{"error": code, "error_description": text}\`: go by the code. Any operation may also answer 500 with
\`server_error\`; a path below \`/management\` answers 401 without the management token, whether it exists or not.
`.trim();

/** What the OpenAPI document of the management API says about it as a whole. OAuth describes itself by discovery. */
export const managementApi: OpenApiDescription = {
  title: 'Identity provider management',
  description,
  version: '1.0',
  server: '/',
  tags: [
    { name: 'organizations', description: 'Organizations and their second-factor window.' },
    { name: 'users', description: 'Accounts of people, and what they sign in with.' },
    { name: 'memberships', description: 'Who belongs to an organization, and in which role.' },
    { name: 'connections', description: 'The ways into an organization.' },
    { name: 'invitations', description: 'Invitations into an organization.' },
    { name: 'applications', description: 'Applications of third parties, in which people sign in.' },
    { name: 'clients', description: 'Machines that get tokens.' },
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
