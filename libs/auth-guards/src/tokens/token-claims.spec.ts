import { checkTokenClaims, checkTokenTimes } from './token-claims';

const now = new Date('2026-11-20T12:00:00.000Z');
const nowSeconds = now.getTime() / 1_000;
const expected = { issuer: 'https://identity.example.org', audience: 'https://api.example.org', now };
const good = {
  iss: expected.issuer,
  aud: expected.audience,
  sub: 'person-1',
  iat: nowSeconds,
  exp: nowSeconds + 600,
};

function check(claims: object): unknown {
  return checkTokenClaims({ ...good, ...claims }, expected);
}

describe('checkTokenClaims', () => {
  it('returns the validity of a valid token', () => {
    expect(check({ nbf: nowSeconds - 5 })).toEqual({
      iat: nowSeconds,
      exp: nowSeconds + 600,
      nbf: nowSeconds - 5,
    });
    expect(check({ jti: 'token-1' })).toMatchObject({ nbf: undefined });
  });

  it.each([
    undefined,
    null,
    '',
    'https://identity.example.org/',
    'https://Identity.example.org',
    'http://identity.example.org',
    1,
    [good.iss],
    {},
  ])('refuses the issuer %p', (iss) => {
    expect(() => check({ iss })).toThrow('iss is another issuer');
  });

  it('accepts an audience among others', () => {
    expect(() => check({ aud: ['https://other.example.org', good.aud] })).not.toThrow();
  });

  it.each([
    undefined,
    null,
    '',
    'https://api.example.org/',
    'https://api.example.org.example.com',
    [],
    [''],
    [good.aud, null],
    [[good.aud]],
    { 0: good.aud },
    1,
    true,
  ])('refuses the audience %p § V9.2.3 V10.3.1', (aud) => {
    expect(() => check({ aud })).toThrow(/^aud /);
  });

  it.each([undefined, null, '', 1, ['person-1'], {}])('refuses the subject %p', (sub) => {
    expect(() => check({ sub })).toThrow('sub is missing or not a string');
  });

  it.each(['exp', 'iat'])('refuses a token without %s', (name) => {
    expect(() => check({ [name]: undefined })).toThrow(`${name} is missing`);
  });

  it.each(['exp', 'iat', 'nbf'])('refuses %s of another type than a finite number', (name) => {
    for (const value of [
      null,
      '',
      String(nowSeconds + 10),
      Infinity,
      -Infinity,
      NaN,
      true,
      [nowSeconds],
      {},
    ]) {
      expect(() => check({ [name]: value })).toThrow(`${name} is not a number`);
    }
  });

  it.each([1, null, {}, ['token-1']])('refuses the token id %p', (jti) => {
    expect(() => check({ jti })).toThrow('jti is not a string');
  });

  it('refuses a token that is bound to a key', () => {
    for (const cnf of [{ jkt: 'x' }, {}, null]) expect(() => check({ cnf })).toThrow('bound to a key');
  });
});

describe('checkTokenTimes', () => {
  const times = { exp: nowSeconds + 600, iat: nowSeconds, nbf: undefined };
  const at = (seconds: number): Date => new Date((nowSeconds + seconds) * 1_000);

  it('accepts a token until the moment of its expiry § V9.2.1', () => {
    expect(() => {
      checkTokenTimes(times, at(599.999));
    }).not.toThrow();
    expect(() => {
      checkTokenTimes(times, at(600));
    }).toThrow(expect.objectContaining({ reason: 'expired' }) as Error);
    expect(() => {
      checkTokenTimes({ ...times, exp: nowSeconds + 0.5 }, at(0.4));
    }).not.toThrow();
  });

  it('allows clocks that differ by a minute, and no more § V9.2.1', () => {
    expect(() => {
      checkTokenTimes(times, at(-60));
    }).not.toThrow();
    expect(() => {
      checkTokenTimes(times, at(-60.001));
    }).toThrow('iat is in the future');
    const later = { ...times, nbf: nowSeconds + 60 };
    expect(() => {
      checkTokenTimes(later, at(0));
    }).not.toThrow();
    expect(() => {
      checkTokenTimes(later, at(-0.001));
    }).toThrow('nbf is in the future');
  });
});
