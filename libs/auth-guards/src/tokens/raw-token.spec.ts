import { longestToken } from './bearer-token';
import { checkTokenType, readRawToken } from './raw-token';
import { TokenRefused } from './token-refused';

const good = { alg: 'RS256', kid: 'key-1', typ: 'at+jwt' };

function tokenOf(header: object, payload: unknown = { sub: 'a' }, signature = 'AAAA'): string {
  const [head, body] = [header, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return `${head ?? ''}.${body ?? ''}.${signature}`;
}

describe('checkTokenType', () => {
  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/At+Jwt'])('accepts the type %s', (typ) => {
    expect(() => {
      checkTokenType({ typ });
    }).not.toThrow();
  });

  it.each([undefined, null, '', 'JWT', 'jwt', 'at+jwt ', 'application/jwt', 'logout+jwt', 1, ['at+jwt']])(
    'refuses the type %p § V9.2.2',
    (typ) => {
      expect(() => {
        checkTokenType({ typ });
      }).toThrow('typ is not accepted');
    },
  );

  it('accepts the types of the issuer profile instead', () => {
    const types = new Set(['jwt']);
    expect(() => {
      checkTokenType({ typ: 'JWT' }, types);
    }).not.toThrow();
    expect(() => {
      checkTokenType({ typ: 'at+jwt' }, types);
    }).toThrow('typ is not accepted');
  });
});

describe('readRawToken', () => {
  it.each(['RS256', 'PS256', 'ES256'])('reads which key a token signed by %s names', (alg) => {
    expect(readRawToken(tokenOf({ ...good, alg, x5t: 'ignored' }))).toEqual({
      header: { alg, kid: 'key-1', typ: 'at+jwt' },
      claims: { sub: 'a' },
    });
  });

  it.each([
    undefined,
    null,
    'none',
    'None',
    '',
    'HS256',
    'HS512',
    'RS384',
    'RS512',
    'PS384',
    'ES384',
    'ES512',
    'ES256K',
    'EdDSA',
    'rs256',
    'RSA-OAEP',
    'dir',
    256,
    ['RS256'],
    { name: 'RS256' },
  ])('refuses the algorithm %p § V9.1.2', (alg) => {
    expect(() => readRawToken(tokenOf({ ...good, alg }))).toThrow('alg is not accepted');
  });

  it.each([undefined, null, '', 1, ['key-1'], {}, 'k'.repeat(257)])('refuses the key name %p', (kid) => {
    expect(() => readRawToken(tokenOf({ ...good, kid }))).toThrow('kid is not accepted');
  });

  it.each(['jku', 'x5u', 'jwk', 'crit', 'zip', 'b64'])(
    'refuses a header with %s, even of null § V9.1.3',
    (name) => {
      for (const value of [null, false, '', [], {}, 'https://keys.example.org']) {
        expect(() => readRawToken(tokenOf({ ...good, [name]: value }))).toThrow(`the header has ${name}`);
      }
    },
  );

  it.each(['', '.', '..', '...', 'a.b', 'a.b.c.d', 'a.b.c.d.e'])('refuses %p', (token) => {
    expect(() => readRawToken(token)).toThrow(TokenRefused);
  });

  it('refuses an empty part', () => {
    const token = tokenOf(good);
    for (const index of [0, 1, 2]) {
      expect(() => readRawToken(token.split('.').with(index, '').join('.'))).toThrow(
        'not canonical base64url',
      );
    }
  });

  it.each([
    ['padding', (part: string) => `${part}=`],
    ['another alphabet', (part: string) => `${part.slice(0, -1)}+`],
    ['white space', (part: string) => `${part.slice(0, 4)} ${part.slice(4)}`],
    ['a line break', (part: string) => `${part}\n`],
    [
      'a lone character at the end',
      (part: string) => `${part}${'A'.repeat(1 + ((4 - (part.length % 4)) % 4))}`,
    ],
    ['a character beyond ASCII', (part: string) => `${part.slice(0, -1)}ä`],
  ])('refuses %s in any part', (_, spoil) => {
    const token = tokenOf(good);
    for (const index of [0, 1, 2]) {
      const parts = token.split('.');
      const spoiled = parts.with(index, spoil(parts[index] ?? '')).join('.');
      expect(() => readRawToken(spoiled)).toThrow('not canonical base64url');
    }
  });

  it('refuses stray bits at the end', () => {
    expect(() => readRawToken(tokenOf(good, { sub: 'a' }, 'AA'))).not.toThrow();
    for (const signature of ['AB', 'AP', 'AAB', 'AAD']) {
      expect(() => readRawToken(tokenOf(good, { sub: 'a' }, signature))).toThrow(
        'the signature is not canonical',
      );
    }
  });

  it.each([null, [], 'claims', 1])('refuses claims that are %p', (payload) => {
    expect(() => readRawToken(tokenOf(good, payload))).toThrow('the payload is not a JSON object');
  });

  it('refuses more than 8 KiB', () => {
    const token = tokenOf(good, { sub: 'a' }, 'AAAA'.repeat(longestToken / 4));
    expect(() => readRawToken(token)).toThrow('the token is too long');
  });
});
