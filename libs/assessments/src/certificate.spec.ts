import { certificateOf } from './certificate';

describe('certificateOf', () => {
  it('has the result and the canonical verification URL, and no answers', () => {
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

    expect(certificateOf({ ...rest, answers: { 'gov-ai-policy': 3 } }, 'https://api.example.org')).toEqual({
      ...rest,
      verificationUrl: `https://api.example.org/api/certification/verify/${rest.id}`,
    });
  });
});
