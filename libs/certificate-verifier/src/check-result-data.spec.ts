import { type CheckedCredential } from './check-credential';
import { checkResultData } from './check-result-data';
import { CannotCheck, NotGenuine } from './not-genuine';

const rubric = { id: 'ai-governance-msp', version: '1.1.0', sha256: 'abc' };
const outcome = {
  mode: 'msp-self',
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: false,
  rubric,
} as const;
const domain = { name: 'msp.example', provenAt: '2026-11-21T09:00:00.000Z' };
const verificationUrl = 'https://api.example.org/api/certification/verify/3f1c5a0e';

const credential: CheckedCredential = {
  ...outcome,
  resultId: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  issuedAt: new Date('2026-11-20T12:00:00.000Z'),
  issuer: 'https://assess.example.org/.well-known/issuer.json',
  keyId: 'key',
  verificationUrl,
  status: { list: 'https://assess.example.org/.well-known/status/0', index: 7 },
};
const data = {
  ...outcome,
  id: credential.resultId,
  issuedAt: '2026-11-20T12:00:00.123Z',
  launchReason: 'Launch refused: unknown.',
  domainScores: [],
  verificationUrl,
};

function check(changes: object, signed: Partial<CheckedCredential> = {}): () => void {
  return () => {
    checkResultData(JSON.stringify({ ...data, ...changes }), { ...credential, ...signed });
  };
}

describe('the attached result', () => {
  it.each([1, 2])('has layout %i without a holder, and layout 3 with one', (layout) => {
    expect(check({ layout })).not.toThrow();
    expect(check({ layout, organizationName: 'Acme Ltd' })).toThrow('unknown layout');
    expect(check({ layout: 3 })).toThrow('unknown layout');
    expect(check({ layout: 3, organizationName: 'Acme Ltd' })).not.toThrow();
  });

  it('has layout 4 with and without a holder, and with an entry of the public log, which no earlier layout has', () => {
    for (const more of [{}, { organizationName: 'Acme Ltd' }, { logEntry: 0 }, { logEntry: 4_711 }])
      expect(check({ layout: 4, ...more })).not.toThrow();
    for (const more of [
      { layout: 4, logEntry: -1 },
      { layout: 4, logEntry: '7' },
      { layout: 2, logEntry: 7 },
    ])
      expect(check(more)).toThrow('unknown layout');
  });

  it('has layout 5 with an entry of the public log alone', () => {
    for (const more of [{}, { organizationName: 'Acme Ltd' }])
      expect(check({ layout: 5, logEntry: 0, ...more })).not.toThrow();
    for (const logEntry of [undefined, null, -1, 0.5, '7'])
      expect(check({ layout: 5, logEntry })).toThrow('unknown layout');
  });

  it('cannot be checked when its layout was added after this program', () => {
    for (const layout of [6, 99]) expect(check({ layout })).toThrow(CannotCheck);
    for (const layout of [0, -1, 1.5, '4', null]) expect(check({ layout })).toThrow(NotGenuine);
  });

  it('has the domain of the credential, and no other', () => {
    expect(check({ layout: 3, domain }, { domain })).not.toThrow();
    const other = { ...domain, name: 'other.example' };
    const later = { ...domain, provenAt: '2026-11-22T09:00:00.000Z' };
    for (const signed of [{}, { domain: other }, { domain: later }])
      expect(check({ layout: 3, domain }, signed)).toThrow('does not match the credential');
    expect(check({ layout: 2 }, { domain })).toThrow('does not match the credential');
  });
});
