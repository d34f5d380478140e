import { type VerifiableResult, verificationRecord } from './verification-record';

const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';
const context = { publicBaseUrl: 'https://assess.example.org', now: new Date('2026-12-01T08:00:00.000Z') };

function resultOf(createdAt: string): VerifiableResult {
  return {
    id,
    createdAt: new Date(createdAt),
    mode: 'msp-self',
    overallScore: 71,
    tier: 'Progressing',
    launchAllowed: true,
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'abc' },
  };
}

describe('verificationRecord', () => {
  it('contains what the certificate of a result says, and no more', () => {
    expect(verificationRecord(id, resultOf('2026-11-20T12:00:00.000Z'), context)).toEqual({
      id,
      valid: true,
      status: 'valid',
      issuedAt: '2026-11-20T12:00:00.000Z',
      renewBy: '2027-11-20T12:00:00.000Z',
      mode: 'msp-self',
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: true,
      rubric: {
        id: 'ai-governance-msp',
        version: '1.0.0',
        sha256: 'abc',
        url: 'https://assess.example.org/assessment/1.0.0.json',
      },
      issuer: 'https://assess.example.org',
      selfAssessment: true,
      verifiedAt: '2026-12-01T08:00:00.000Z',
    });
  });

  it('has no result member for an unknown id', () => {
    expect(verificationRecord(id, undefined, context)).toEqual({
      id,
      valid: false,
      status: 'not_found',
      issuer: 'https://assess.example.org',
      selfAssessment: true,
      verifiedAt: '2026-12-01T08:00:00.000Z',
    });
  });

  it('advises renewal on the last day of February for a certificate issued on a leap day', () => {
    const record = verificationRecord(id, resultOf('2028-02-29T12:00:00.000Z'), context);
    expect(record).toHaveProperty('renewBy', '2029-02-28T12:00:00.000Z');
  });
});
