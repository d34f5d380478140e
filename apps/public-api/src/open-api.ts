import { type OpenApiDescription } from '@governance/http';

const description = `
A managed service provider submits its completed AI-governance self-assessment and gets a score, a tier, a launch verdict,
a plan, and a certificate that anyone can verify. The service derives everything in a result from the answers, by the rubric
published at \`/assessment.json\`.

**To verify a certificate, check \`valid\`.** \`/api/certification/verify/{id}\` returns 200 for unknown ids too, with
\`"valid": false\`. The platform host serves this endpoint as well, at the address printed on certificates.

No operation needs credentials. Errors are \`{"error": "…"}\`: rely on the status and show the text. In the same shape, any
operation may return 500 after an internal error, 404 for an unknown path and 405 for an unsupported method. It may return 408 for
a request that arrives too slowly and 431 for one with too large a header. Responses may gain members: decode leniently. Times are RFC 3339 in UTC.
`.trim();

/** The general part of the public surface's OpenAPI document. */
export function publicApi(publicBaseUrl: string): OpenApiDescription {
  return {
    title: 'AI governance self-assessment',
    description,
    // spec 9.7
    version: '1.0.0',
    server: publicBaseUrl,
    tags: [
      { name: 'assessment', description: 'The questions and the scoring rules.' },
      { name: 'survey-results', description: 'Submitted assessments and their certificates.' },
      { name: 'results', description: 'Stored results, for clients that have their capability.' },
      { name: 'verification', description: 'Whether a certificate is genuine. Check `valid`.' },
      { name: 'identity', description: 'The caller’s identity.' },
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
