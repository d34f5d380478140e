import { presetFacts, trustPresets } from './trust-preset';
import { type TrustRule } from './trust-rule';
import { checkedConditions, judgeAssertion } from './trust-verdict';

const now = new Date('2026-11-20T12:00:00Z');
const seconds = now.getTime() / 1000;
const audience = 'https://login.example.org';
const ends = new Date(now.getTime() + 60_000);

function ruleOf(changes: Partial<TrustRule> = {}): TrustRule {
  return {
    preset: 'oidc',
    issuer: 'https://issuer.example.org',
    audience,
    subject: 'a workload',
    conditions: [{ claim: ['team'], oneOf: ['1', '2'] }],
    singleUse: false,
    allowedNetworks: undefined,
    expiresAt: undefined,
    ...changes,
  };
}

const claims = {
  iss: 'https://issuer.example.org',
  aud: audience,
  sub: 'a workload',
  exp: seconds + 60,
  team: '2',
};

function judged(
  changes: object,
  { rule = ruleOf(), type, address }: { rule?: TrustRule; type?: unknown; address?: string } = {},
): string | Date {
  const assertion = { type, claims: JSON.stringify({ ...claims, ...changes }) };
  const verdict = judgeAssertion(rule, assertion, { now, address });
  return verdict.accepted ? verdict.expiresAt : verdict.failed;
}

describe('an assertion', () => {
  it.each([
    ['with the claims of the rule', {}],
    ['with others besides', { nbf: seconds + 10, iat: seconds - 5, jti: 'x', other: [1] }],
    ['with a list of one audience', { aud: [audience] }],
    ['that is valid for a day', { exp: seconds + 86_400 }],
  ])('%s is accepted until it expires', (_case, changes) => {
    const { exp = claims.exp } = changes as { exp?: number };
    expect(judged(changes)).toEqual(new Date(exp * 1000));
  });

  it.each([
    ['another issuer', 'iss', { iss: 'https://issuer.example.org/' }],
    ['no issuer', 'iss', { iss: undefined }],
    ['another audience', 'aud', { aud: 'https://login.example.org/' }],
    ['several audiences', 'aud', { aud: [audience, 'https://other.example.org'] }],
    ['the audience twice', 'aud', { aud: [audience, audience] }],
    ['no audience', 'aud', { aud: [] }],
    ['a nested audience', 'aud', { aud: [[audience]] }],
    ['no end', 'exp', { exp: undefined }],
    ['an end now', 'exp', { exp: seconds }],
    ['an end within a second', 'exp', { exp: seconds + 0.9 }],
    ['an end that is a text', 'exp', { exp: String(seconds + 60) }],
    ['an end after more than a day', 'exp', { exp: seconds + 86_401 }],
    ['a beginning in the future', 'nbf', { nbf: seconds + 11 }],
    ['a beginning that is a text', 'nbf', { nbf: '0' }],
    ['a time in the future', 'iat', { iat: seconds + 11 }],
    ['no subject', 'sub', { sub: undefined }],
    ['a longer subject', 'sub', { sub: 'a workload2' }],
    ['a subject in other letters', 'sub', { sub: 'A workload' }],
    ['a subject with a space', 'sub', { sub: 'a workload ' }],
    ['a homograph as subject', 'sub', { sub: 'а workload' }],
    ['a claim as list', 'team', { team: ['2'] }],
    ['a claim as number', 'team', { team: 2 }],
    ['a claim in an object', 'team', { team: { team: '2' } }],
    ['a claim with another width', 'team', { team: '２' }],
    ['no claim', 'team', { team: undefined }],
  ])('with %s fails the condition %s', (_case, condition, changes) => {
    expect(judged(changes)).toBe(condition);
  });

  it.each([
    ['iss', '{"iss":"https://issuer.example.org",'],
    ['team', '{"team":"1",'],
  ])('with the member %s twice is refused', (_name, start) => {
    const text = JSON.stringify(claims).replace('{', start);
    expect(judgeAssertion(ruleOf(), { type: undefined, claims: text }, { now, address: undefined })).toEqual({
      accepted: false,
      failed: 'members',
      isMeant: false,
    });
  });

  it.each([undefined, 'JWT', 'jwt', 'JOSE'])('may have the type %s', (type) => {
    expect(judged({}, { type })).toEqual(ends);
  });

  it.each(['at+jwt', 'logout+jwt', '', 7, null])('may not have the type %j', (type) => {
    expect(judged({}, { type })).toBe('typ');
  });

  it('meets a condition about a nested claim only with that text at that place', () => {
    const conditions = [{ claim: ['kubernetes.io', 'serviceaccount', 'uid'], oneOf: ['u'] }];
    const rule = ruleOf({ conditions, subject: undefined });
    expect(judged({ 'kubernetes.io': { serviceaccount: { uid: 'u' } } }, { rule })).toEqual(ends);
    for (const other of [
      { 'kubernetes.io': { serviceaccount: [{ uid: 'u' }] } },
      { 'kubernetes.io': [{ serviceaccount: { uid: 'u' } }] },
      { kubernetes: { io: { serviceaccount: { uid: 'u' } } } },
      { 'kubernetes.io.serviceaccount.uid': 'u' },
      { 'kubernetes.io': { serviceaccount: 'u' } },
    ]) {
      expect(judged(other, { rule })).toBe('kubernetes.io.serviceaccount.uid');
    }
  });

  it('has no inherited claims', () => {
    const rule = ruleOf({ conditions: [{ claim: ['constructor', 'name'], oneOf: ['Object'] }] });
    expect(judged({}, { rule })).toBe('constructor.name');
  });

  it('is refused after the end of the rule, and outside its networks', () => {
    expect(judged({}, { rule: ruleOf({ expiresAt: now }) })).toBe('expires_at');
    const rule = ruleOf({ allowedNetworks: ['192.0.2.0/24'] });
    expect(judged({}, { rule, address: '192.0.2.7' })).toEqual(ends);
    expect(judged({}, { rule, address: '198.51.100.7' })).toBe('allowed_networks');
    expect(judged({}, { rule })).toBe('allowed_networks');
  });

  it('is known to be meant for the rule after its issuer and audience', () => {
    const isMeant = (changes: object, type?: unknown): unknown => {
      const assertion = { type, claims: JSON.stringify({ ...claims, ...changes }) };
      const verdict = judgeAssertion(ruleOf(), assertion, { now, address: undefined });
      return !verdict.accepted && verdict.isMeant;
    };
    for (const changes of [{ iss: 'x' }, { aud: 'x' }, { aud: [] }]) {
      expect(isMeant({ ...changes, team: '3' }, 'at+jwt')).toBe(false);
    }
    expect(isMeant({ team: '3' })).toBe(true);
    expect(isMeant({}, 'at+jwt')).toBe(true);
  });

  it('is not known to be in a network without an address', () => {
    const rule = ruleOf({ allowedNetworks: ['192.0.2.0/24'] });
    const assertion = { type: undefined, claims: JSON.stringify(claims) };
    const holds = (address?: string): unknown =>
      checkedConditions(rule, assertion, { now, address }).find(
        ({ condition }) => condition === 'allowed_networks',
      )?.holds;
    expect([holds(), holds('192.0.2.7'), holds('198.51.100.7')]).toEqual([undefined, true, false]);
  });

  it('is tried condition by condition, in the order of an exchange', () => {
    const tried = (text: string | undefined): unknown => {
      const assertion = text === undefined ? undefined : { type: undefined, claims: text };
      const conditions = checkedConditions(ruleOf(), assertion, { now, address: undefined });
      return conditions.map(({ condition, holds }) => [condition, holds]);
    };
    const names = 'members iss aud typ exp nbf iat sub team expires_at allowed_networks'.split(' ');
    const failing = ['aud', 'team'];
    expect(tried(JSON.stringify({ ...claims, aud: 'x', team: '3' }))).toEqual(
      names.map((name) => [name, !failing.includes(name)]),
    );
    const unchecked = names.slice(1).map((name) => [name, undefined]);
    expect(tried('{"sub":"a","sub":"a"}')).toEqual([['members', false], ...unchecked]);
    expect(tried(undefined)).toEqual([['members', undefined], ...unchecked]);
  });

  it('learns the condition and no value, for each claim that a preset needs', () => {
    for (const preset of trustPresets) {
      for (const claim of presetFacts[preset].needed.flat()) {
        const rule = ruleOf({ preset, conditions: [{ claim, oneOf: ['the expected value'] }] });
        expect(judged({}, { rule })).toBe(claim.join('.'));
      }
    }
  });
});
