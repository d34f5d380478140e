import { given, hostileTokens, startTokenIssuer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { contextOf, refusalOf, Verifier } from '../../spec/support/verifier';
import { cooldownMs, emptyCooldownMs, freshMs } from '../keys/issuer-keys';
import { TokenVerifierUnavailable } from '../keys/token-verifier-unavailable';

const bad = {
  kind: 'unauthenticated',
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
};

beforeAll(() => {
  Logger.overrideLogger(false);
});

describe('TokenGuard', () => {
  const issuer = given(() => startTokenIssuer({ now: () => verifier.clock.now() }));
  let verifier: Verifier;
  beforeAll(() => {
    verifier = new Verifier(issuer);
  });
  afterAll(async () => {
    verifier.close();
    await issuer.close();
  });

  describe('refuses a token with', () => {
    it.each(hostileTokens())(
      '$name § rfc9068-4a rfc9068-4b rfc9068-4c rfc9068-4d rfc9068-4e rfc9068-4g',
      async ({ mint }) => {
        const refusal = await refusalOf(verifier.identify(mint(issuer)));
        expect(refusal).toMatchObject(bad);
        expect(refusal.text).toMatch(/^the access token (is not valid|has expired)$/);
      },
    );

    it('one of these defects only', async () => {
      expect(hostileTokens().length).toBeGreaterThan(100);
      await expect(verifier.identify(issuer.mint())).resolves.toMatchObject({ subject: 'person-1' });
    });
  });

  it.each(['RS256', 'PS256', 'ES256'] as const)(
    'accepts a person with a token signed by %s § rfc9068-2.1c',
    async (alg) => {
      const claims = { org_id: 'org-1', permissions: ['m2m:credentials:read'] };
      await expect(verifier.identify(issuer.mint({ alg, claims }))).resolves.toMatchObject({
        kind: 'person',
        subject: 'person-1',
        orgId: 'org-1',
        permissions: new Set(['m2m:credentials:read']),
      });
    },
  );

  it('accepts a token whose time begins within the difference of clocks', async () => {
    const soon = Number(issuer.baseClaims().iat) + 50;
    await expect(verifier.identify(issuer.mint({ claims: { nbf: soon, iat: soon } }))).resolves.toBeDefined();
  });

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic dTpw' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['a scheme that only begins alike', { authorization: 'Bearertoken' }],
  ])('asks for a token without an error code when there is %s § rfc9068-4g', async (_, headers) => {
    const refusal = await refusalOf(verifier.tokens.canActivate(contextOf({ headers })));
    expect(refusal).toMatchObject({ kind: 'unauthenticated', headers: { 'www-authenticate': 'Bearer' } });
  });

  it('refuses two Authorization headers with any content', async () => {
    const authorization = [`Bearer ${issuer.mint()}`, `Bearer ${issuer.mint()}`];
    for (const headers of [
      { authorization },
      { authorization: authorization[0] ?? '', Authorization: 'Basic dTpw' },
    ]) {
      expect(await refusalOf(verifier.tokens.canActivate(contextOf({ headers })))).toMatchObject(bad);
    }
  });

  it('takes the scheme in any case', async () => {
    const context = contextOf({ headers: { AUTHORIZATION: `bEARER  ${issuer.mint()}` } });
    await expect(verifier.tokens.canActivate(context)).resolves.toBe(true);
  });

  it('gives each of many requests its own caller', async () => {
    const subjects = Array.from({ length: 50 }, (_, index) => `person-${index}`);
    const callers = await Promise.all(
      subjects.map((sub) => verifier.identify(issuer.mint({ claims: { sub } }))),
    );
    expect(callers.map((caller) => caller?.subject)).toEqual(subjects);
  });

  it('keeps verifiers of one process apart', async () => {
    const other = await startTokenIssuer({ now: () => verifier.clock.now() });
    const beside = new Verifier(other);
    await expect(verifier.identify(issuer.mint())).resolves.toMatchObject({ issuer: issuer.issuer });
    await expect(beside.identify(other.mint())).resolves.toMatchObject({ issuer: other.issuer });
    expect(await refusalOf(beside.identify(issuer.mint({ header: { kid: 'RS256-1' } })))).toMatchObject(bad);
    beside.close();
    await expect(verifier.identify(issuer.mint({ claims: { sub: 'later' } }))).resolves.toBeDefined();
    await other.close();
  });

  it('accepts only the token types that the issuer profile names § rfc9068-4a', async () => {
    const lenient = new Verifier(issuer, { clock: verifier.clock, settings: { types: new Set(['jwt']) } });
    await expect(lenient.identify(issuer.mint({ header: { typ: 'JWT' } }))).resolves.toBeDefined();
    expect(await refusalOf(lenient.identify(issuer.mint()))).toMatchObject(bad);
    lenient.close();
  });
});

describe('a token that has been verified', () => {
  const issuer = given(() => startTokenIssuer({ now: () => verifier.clock.now() }), beforeEach);
  let verifier: Verifier;
  let elapsed = 0;
  beforeEach(() => {
    elapsed = 0;
    verifier = new Verifier(issuer, { elapsedMs: () => elapsed });
  });
  afterEach(async () => {
    verifier.close();
    await issuer.close();
  });

  it('is not verified again if all its bytes are the same', async () => {
    const token = issuer.mint();
    const first = await verifier.identify(token);
    expect(await verifier.identify(token)).toBe(first);
    const other = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect(await refusalOf(verifier.identify(other))).toMatchObject(bad);
  });

  it('is refused as expired from the moment of its expiry § rfc9068-4e', async () => {
    const token = issuer.mint();
    await verifier.identify(token);
    verifier.clock.set(new Date(Number(issuer.baseClaims().exp) * 1_000 - 1));
    await expect(verifier.identify(token)).resolves.toBeDefined();
    verifier.clock.advance(1);
    expect(await refusalOf(verifier.identify(token))).toMatchObject({
      ...bad,
      text: 'the access token has expired',
    });
  });

  it('is refused when the clock is set back before its time', async () => {
    const token = issuer.mint();
    await verifier.identify(token);
    verifier.clock.advance(-120_000);
    expect(await refusalOf(verifier.identify(token))).toMatchObject(bad);
  });

  it('stays valid while the issuer is unavailable, until its key is removed', async () => {
    const token = issuer.mint();
    await verifier.identify(token);
    await issuer.stop();
    elapsed += freshMs + 1;
    await expect(verifier.identify(token)).resolves.toBeDefined();
    await expect(verifier.identify(issuer.mint({ claims: { sub: 'another' } }))).resolves.toBeDefined();
    const unknown = verifier.identify(issuer.mint({ header: { kid: 'unknown' } }));
    await expect(unknown).rejects.toThrow(TokenVerifierUnavailable);

    await issuer.resume();
    issuer.rotate({ withdrawn: true });
    elapsed += freshMs + 1;
    await verifier.identify(issuer.mint());
    expect(await refusalOf(verifier.identify(token))).toMatchObject(bad);
  });
});

describe('an issuer in trouble', () => {
  const issuer = given(() => startTokenIssuer({ now: () => verifier.clock.now() }), beforeEach);
  let verifier: Verifier;
  let elapsed = 0;
  beforeEach(() => {
    elapsed = 0;
    verifier = new Verifier(issuer, { elapsedMs: () => elapsed });
  });
  afterEach(async () => {
    verifier.close();
    await issuer.close();
  });

  it('never causes a 401: without keys the answer is 503, until it responds', async () => {
    await issuer.stop();
    await expect(verifier.identify(issuer.mint())).rejects.toThrow(TokenVerifierUnavailable);
    await issuer.resume();
    await expect(verifier.identify(issuer.mint())).rejects.toThrow(TokenVerifierUnavailable);
    elapsed += emptyCooldownMs;
    await expect(verifier.identify(issuer.mint())).resolves.toBeDefined();
  });

  it('does not affect tokens signed by known keys; a token with an unknown key causes a 503', async () => {
    await verifier.identify(issuer.mint());
    const signedBefore = issuer.mint({ claims: { sub: 'before' } });
    issuer.rotate();
    await issuer.stop();
    elapsed += cooldownMs;
    await expect(verifier.identify(issuer.mint())).rejects.toThrow(TokenVerifierUnavailable);
    await expect(verifier.identify(signedBefore)).resolves.toBeDefined();
  });

  it('gets one request for a thousand unknown keys in a cool-down, which are all refused', async () => {
    await verifier.identify(issuer.mint());
    elapsed += cooldownMs;
    const storm = Array.from({ length: 1_000 }, (_, index) =>
      issuer.mint({ header: { kid: `unknown-${index}` }, signature: 'AAAA' }),
    );
    const refusals = await Promise.all(storm.map((token) => refusalOf(verifier.identify(token))));
    expect(refusals.map(({ headers }) => headers)).toEqual(storm.map(() => bad.headers));
    expect(issuer.fetches().keys).toBe(2);
    elapsed += cooldownMs - 1;
    await refusalOf(verifier.identify(storm[0] ?? ''));
    expect(issuer.fetches().keys).toBe(2);
    elapsed += 1;
    await refusalOf(verifier.identify(storm[0] ?? ''));
    expect(issuer.fetches().keys).toBe(3);
  });

  it('gets one request for a hundred tokens while it is slow, and delays no caller beyond the limit', async () => {
    // Longer than any test may run, so that the test passes only without waiting for it.
    issuer.slowDown(3_600_000);
    const impatient = new Verifier(issuer, { elapsedMs: () => elapsed, timeoutMs: 200 });
    const token = issuer.mint();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => impatient.identify(token)));
    impatient.close();
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: expect.any(TokenVerifierUnavailable) as Error });
    }
    expect(issuer.fetches().keys).toBe(1);
  });

  it('can use new keys at once, and old keys as long as they are published', async () => {
    const old = issuer.mint();
    await verifier.identify(old);
    issuer.rotate();
    elapsed += cooldownMs;
    await expect(verifier.identify(issuer.mint({ claims: { sub: 'new' } }))).resolves.toMatchObject({
      subject: 'new',
    });
    await expect(verifier.identify(old)).resolves.toBeDefined();
    expect(issuer.fetches().keys).toBe(2);
  });
});
