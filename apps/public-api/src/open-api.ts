import { type OpenApiDescription } from '@governance/http';

const description = `
A managed service provider submits its completed AI-governance self-assessment and gets a score, a tier, a launch verdict,
a plan, and a certificate that anyone can verify. Everything in a result is derived here from the answers, by the rubric
that \`/assessment.json\` publishes.

**Verifying a certificate: \`valid\` is what counts.** \`/api/certification/verify/{id}\` answers 200 for an id that was never
issued too, with \`"valid": false\`. The endpoint is served on the platform host as well, at the address that certificates
carry.

No operation needs credentials. Errors are \`{"error": "…"}\`: go by the status, show the text. Any operation may also answer
500, in the same shape, when something went wrong on our side; an unknown path answers 404 and a method that a path does
not have 405. A request that comes too slowly is answered 408, and one with too large a head 431. Members may be added to responses: decode leniently. Times are RFC 3339 in UTC.
`.trim();

/** What the public surface's OpenAPI document says about it as a whole. */
export function publicApi(publicBaseUrl: string): OpenApiDescription {
  return {
    title: 'AI governance self-assessment',
    description,
    // spec 9.7
    version: '1.0.0',
    server: publicBaseUrl,
    tags: [
      { name: 'assessment', description: 'The questions and the rules.' },
      { name: 'survey-results', description: 'Submitted assessments and their certificates.' },
      { name: 'verification', description: 'Whether a certificate is genuine. `valid` is what counts.' },
      { name: 'identity', description: 'Who is calling.' },
      { name: 'health', description: 'Probes.' },
    ],
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'An access token of the platform surface.',
      },
    },
  };
}
