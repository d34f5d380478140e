import { goldenCase } from './golden';
import { type PublicApp } from './public-app';

/** Submits a complete assessment and returns the response body. */
export async function submit(
  app: PublicApp,
  extras: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { mode, answers } = goldenCase('persona-controlled-pilot');
  const { status, body } = await app.post('/api/survey-results', { mode, answers, ...extras });
  expect(status).toBe(201);
  return body;
}

export const personal = { submitterEmail: 'assessor@example.com', notes: 'private notes' };

/** The verification record of a submitted result, as in the contract. */
export function recordOf(submitted: Record<string, unknown>): object {
  const { id, createdAt, mode, overallScore, tier, launchAllowed } = submitted;
  return {
    id,
    valid: true,
    status: 'valid',
    issuedAt: createdAt,
    renewBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    mode,
    overallScore,
    tier,
    launchAllowed,
    rubric: {
      id: 'ai-governance-msp',
      version: '1.1.0',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      url: 'https://assess.example.org/assessment/1.1.0.json',
    },
    issuer: 'https://assess.example.org',
    selfAssessment: true,
    verifiedAt: expect.stringMatching(/Z$/) as unknown,
  };
}
