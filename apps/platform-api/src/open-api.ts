import { type OpenApiDescription } from '@governance/http';

const description = `
The surface for organizations' admins and machines. Pin \`api-version\`: without it the default of today applies. Every
response names the versions that can be asked for in \`Api-Supported-Versions\`. New operations and members may appear under a
version: decode leniently.

Operations under \`/self\` and \`/iam\` need an access token and concern the organization that it names. Writes may be refused
with \`step_up_required\` until the person has signed in again with a second factor; machines are never asked.

Errors are \`{"error": code, "error_description": text}\`: go by the code. Any operation may also answer 500 with
\`server_error\`; an unknown path answers 404 with \`not_found\`, a method that a path does not have 405 with
\`method_not_allowed\`. Verification of certificates is the exception: its errors are \`{"error": text}\`, as on the public
surface, and its \`valid\` is what counts, not its status.
`.trim();

/** What the platform surface's OpenAPI document says about it as a whole. */
export const platformApi: OpenApiDescription = {
  title: 'AI governance platform',
  description,
  version: '1.0',
  // Where the document is, the surface is.
  server: '/',
  tags: [
    { name: 'identity', description: 'Who is calling.' },
    {
      name: 'm2m-credentials',
      description: 'OAuth clients of the organization, for the client-credentials grant.',
    },
    { name: 'members', description: 'Who is invited into the organization, and how members sign in.' },
    { name: 'verification', description: 'Whether a certificate is genuine. `valid` is what counts.' },
    { name: 'health', description: 'Probes.' },
  ],
};
