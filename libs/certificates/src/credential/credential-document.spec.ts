import { publishedRubrics } from '@governance/rubric';
import { createTestIssuerKeys, type TestIssuerKeys } from '@governance/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { JoseIssuer } from './jose-issuer';
import { encodedBits, statusListDocument } from './status-list-document';

const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';
const rubric = publishedRubrics.current;
const result = {
  id,
  createdAt: new Date('2026-11-20T12:00:00.987Z'),
  mode: 'msp-self' as const,
  rubric: rubric.reference,
  answers: { 'gov-ai-policy': 3 as const },
  outcome: {
    overallScore: 71,
    tier: 'Progressing' as const,
    launchAllowed: false,
    launchReason: 'Launch refused: launch gate not met: A secret weakness.',
    domainScores: [{ id: 'data', title: 'Data', score: 12, weight: 10, belowFloor: true }],
  },
};

describe('a credential', () => {
  let keys: TestIssuerKeys;
  let issuer: JoseIssuer;
  let claims: Awaited<ReturnType<typeof jwtVerify>>;

  beforeAll(async () => {
    keys = createTestIssuerKeys();
    issuer = new JoseIssuer(keys.load(), addresses);
    const { credential } = await issuer.sign(result, { list: 2, index: 4_711 });
    claims = await jwtVerify(credential, createLocalJWKSet({ keys: issuer.publicKeys() }), {
      issuer: 'https://assess.example.org/.well-known/issuer.json',
      subject: `urn:uuid:${id}`,
      currentDate: new Date('2036-11-20T12:00:00Z'),
    });
  });
  afterAll(() => {
    keys.remove();
  });

  it('is a standard JWT, with exactly the header that Open Badges 3.0 allows', () => {
    expect(claims.protectedHeader).toEqual({ alg: 'ES256', kid: issuer.keyId, typ: 'JWT' });
    expect(issuer.keyId).toMatch(/^https:\/\/assess\.example\.org\/\.well-known\/keys\/[\w-]{43}$/);
  });

  it('is an Open Badge and a Verifiable Credential 2.0', () => {
    expect(claims.payload).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
        expect.anything(),
      ],
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      id: `https://api.example.org/api/certification/verify/${id}`,
      issuer: { id: 'https://assess.example.org/.well-known/issuer.json', type: ['Profile'] },
      validFrom: '2026-11-20T12:00:00Z',
      credentialSubject: {
        id: `urn:uuid:${id}`,
        type: ['AchievementSubject'],
        achievement: { id: 'https://assess.example.org/assessment/1.1.0.json', type: ['Achievement'] },
      },
      credentialStatus: {
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: '4711',
        statusListCredential: 'https://assess.example.org/.well-known/status/2',
      },
    });
  });

  it('has matching registered claims', () => {
    const { payload } = claims;
    expect(payload).toMatchObject({
      jti: payload.id,
      sub: `urn:uuid:${id}`,
      nbf: Date.parse('2026-11-20T12:00:00Z') / 1000,
    });
    expect(payload).not.toHaveProperty('exp');
  });

  it('contains result, rubric, rubric hash, and the hash of the published file', () => {
    expect(claims.payload.credentialSubject).toMatchObject({
      selfAssessment: {
        mode: 'msp-self',
        overallScore: 71,
        tier: 'Progressing',
        launchAllowed: false,
        rubric: rubric.reference,
      },
      result: [{ value: '71' }, { value: 'Progressing' }, { value: 'refused' }],
    });
    const digest = createHash('sha256').update(rubric.bytes).digest('base64');
    expect(claims.payload.relatedResource).toEqual([
      expect.objectContaining({ digestSRI: `sha256-${digest}` }),
    ]);
  });

  it('names a proven domain and its date, and nothing of a domain without one', async () => {
    const domain = { name: 'msp.example', provenAt: new Date('2026-11-21T09:00:00.123Z') };
    const { credential } = await issuer.sign({ ...result, domain }, { list: 2, index: 4_712 });
    const { payload } = await jwtVerify(credential, createLocalJWKSet({ keys: issuer.publicKeys() }), {
      currentDate: new Date('2036-11-20T12:00:00Z'),
    });
    const { '@context': contexts, credentialSubject, jti, sub, nbf } = payload;
    expect(credentialSubject).toEqual({
      ...(claims.payload.credentialSubject as object),
      controlledDomain: { name: 'msp.example', provenAt: '2026-11-21T09:00:00.123Z' },
    });
    expect(contexts).toContainEqual(
      expect.objectContaining({ controlledDomain: expect.objectContaining({ '@type': '@json' }) as unknown }),
    );
    expect(claims.payload).toMatchObject({ jti, sub, nbf });
    expect(JSON.stringify(claims.payload)).not.toMatch(/domain/i);
  });

  it('contains no person, no answers and no weakness', () => {
    expect(JSON.stringify(claims.payload)).not.toMatch(
      /weakness|answers"|gov-ai-policy|"Data"|@example|mailto/,
    );
  });
});

describe('a status list', () => {
  it('has the minimum length of the standard, and the set bits', () => {
    const list = encodedBits([0, 7, 8, 131_071]);
    const bits = gunzipSync(Buffer.from(list.slice(1), 'base64url'));
    expect(list.startsWith('u')).toBe(true);
    expect(bits).toHaveLength(131_072 / 8);
    const set = [...bits.entries()].filter(([, byte]) => byte !== 0);
    expect(set).toEqual([
      [0, 0b1000_0001],
      [1, 0b1000_0000],
      [16_383, 0b0000_0001],
    ]);
  });

  it('contains its own URL, its purpose and its date', () => {
    const at = new Date('2026-11-25T01:02:03.456Z');
    expect(statusListDocument({ list: 3, withdrawn: [] }, addresses.publicBaseUrl, at)).toMatchObject({
      id: 'https://assess.example.org/.well-known/status/3',
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: 'https://assess.example.org/.well-known/issuer.json',
      validFrom: '2026-11-25T01:02:03Z',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation' },
    });
  });
});
