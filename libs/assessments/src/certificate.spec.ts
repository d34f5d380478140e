import { certificateOf } from './certificate';

describe('certificateOf', () => {
  it('has the result, the canonical verification URL and the rules, and no answers', () => {
    const rest = {
      id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
      createdAt: new Date('2026-11-20T12:00:00.000Z'),
      mode: 'msp-self' as const,
      rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'abc' },
      outcome: {
        overallScore: 71,
        tier: 'Progressing' as const,
        launchAllowed: true,
        launchReason: '',
        domainScores: [],
      },
    };

    const addresses = {
      publicBaseUrl: 'https://assess.example.org',
      platformBaseUrl: 'https://api.example.org',
    };
    expect(certificateOf({ ...rest, answers: { 'gov-ai-policy': 3 } }, addresses)).toEqual({
      ...rest,
      rubricUrl: 'https://assess.example.org/rubric/1.0.0',
      verificationUrl: `https://api.example.org/api/certification/verify/${rest.id}`,
    });
  });
});
