import { type SurveyResult } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';
import { createTestIssuerKeys } from '@governance/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { brokenRules, openBadgeRules } from '../../spec/open-badge-rules';
import { readyCertificate, refusedCertificate, worstCertificate } from '../../spec/sample-certificates';
import { JoseIssuer } from './jose-issuer';

type Json = Record<string, unknown>;

const samples = { ready: readyCertificate(), refused: refusedCertificate(), worst: worstCertificate() };
const rubric = publishedRubrics.current.reference;

/** Open Badges 3.0, by our own check: the members and formats that its specification requires. */
describe('the credential as an Open Badge 3.0', () => {
  const credentials = new Map<string, string>();

  beforeAll(async () => {
    const keys = createTestIssuerKeys();
    const issuer = new JoseIssuer(keys.load(), {
      publicBaseUrl: 'https://assess.example.org',
      platformBaseUrl: 'https://api.example.org',
    });
    keys.remove();
    for (const [name, { outcome, ...sample }] of Object.entries(samples)) {
      const result: SurveyResult = { ...sample, outcome, answers: {}, rubric };
      credentials.set(name, (await issuer.sign(result, { list: 0, index: 7 })).credential);
    }
  });

  function claimsOf(name: string): Json {
    return decodeJwt(credentials.get(name) ?? '');
  }

  it.each(Object.keys(samples))('has every required member in its format: %s', (name) => {
    expect(brokenRules(claimsOf(name))).toEqual([]);
  });

  it.each(openBadgeRules.filter(({ required }) => required))('needs that $path $says', ({ path, says }) => {
    const names = path.split('.');
    expect(brokenRules(changed(claimsOf('ready'), names, undefined))).toContain(`${path} ${says}`);
    for (const value of [42, '', {}, [], 'no time or address'])
      if (!(isText(says) && value === 'no time or address'))
        expect(brokenRules(changed(claimsOf('ready'), names, value))).toContain(`${path} ${says}`);
  });

  it.each(openBadgeRules.filter(({ required }) => !required))(
    'needs that $path, if present, $says',
    ({ path, says }) => {
      expect(brokenRules(changed(claimsOf('ready'), path.split('.'), {}))).toContain(`${path} ${says}`);
    },
  );

  function isText(says: string): boolean {
    return says === 'is a text';
  }

  /** A copy with a member changed, or removed; `*` is the first of a list. */
  function changed(source: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
    if (Array.isArray(source))
      return source.map((entry: unknown, index) => (index > 0 ? entry : changed(entry, rest, value)));
    const copy = { ...(source as Json) };
    if (rest.length > 0) copy[name] = changed(copy[name], rest, value);
    else if (value === undefined) Reflect.deleteProperty(copy, name);
    else copy[name] = value;
    return copy;
  }

  it('has the header and the registered claims of its JWT form', () => {
    const jws = credentials.get('ready') ?? '';
    const claims = claimsOf('ready');
    const header = decodeProtectedHeader(jws);
    expect([header.typ, header.alg, typeof header.kid]).toEqual(['JWT', 'ES256', 'string']);
    expect(URL.canParse(header.kid ?? '')).toBe(true);
    expect(claims).toMatchObject({
      iss: (claims.issuer as Json).id,
      jti: claims.id,
      sub: (claims.credentialSubject as Json).id,
      nbf: Date.parse(String(claims.validFrom)) / 1_000,
    });
    // `exp` stands for `validUntil`, and `vc` is of version 1.
    expect([claims.exp, claims.validUntil, claims.vc]).toEqual([undefined, undefined, undefined]);
    expect(jws).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it.each(Object.keys(samples))('has results that its descriptions allow: %s', (name) => {
    const { achievement, result } = claimsOf(name).credentialSubject as {
      achievement: { resultDescription: Described[] };
      result: { resultDescription: string; value: string }[];
    };
    expect(result).toHaveLength(achievement.resultDescription.length);
    for (const { resultDescription, value } of result) {
      const described = achievement.resultDescription.find(({ id }) => id === resultDescription);
      expect(described).toBeDefined();
      if (described?.allowedValue) expect(described.allowedValue).toContain(value);
      else {
        expect(Number(value)).toBeGreaterThanOrEqual(Number(described?.valueMin));
        expect(Number(value)).toBeLessThanOrEqual(Number(described?.valueMax));
      }
    }
  });
});

interface Described {
  readonly id: string;
  readonly allowedValue?: readonly string[];
  readonly valueMin?: string;
  readonly valueMax?: string;
}
