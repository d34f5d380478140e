import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { strangerRsaKeyPair } from './test-rsa-keys';
import { publicJwkOf, signText } from './test-signing-key';
import { type MintOptions, type TokenIssuer } from './token-issuer';

/** A token that must be refused with 401. */
export interface HostileToken {
  readonly name: string;
  readonly mint: (issuer: TokenIssuer) => string;
}

type Draft = MintOptions | ((issuer: TokenIssuer) => MintOptions);
type Named<Value> = Readonly<Record<string, Value>>;

/** Tokens that break one rule each; all else about them is right. The issuer knows nothing of the keys made here. */
export function hostileTokens(): readonly HostileToken[] {
  return [...drafted(headers()), ...drafted(claims), ...drafted(signatures()), ...spelled(spellings)];
}

function drafted(drafts: Named<Draft>): HostileToken[] {
  return Object.entries(drafts).map(([name, draft]) => ({
    name,
    mint: (issuer) => issuer.mint(typeof draft === 'function' ? draft(issuer) : draft),
  }));
}

function spelled(changes: Named<(token: string) => string>): HostileToken[] {
  return Object.entries(changes).map(([name, change]) => ({ name, mint: (issuer) => change(issuer.mint()) }));
}

function headers(): Named<Draft> {
  const own = { alg: 'RS256', kid: 'RS256-1', ...strangerRsaKeyPair() } as const;
  const signAs = { alg: 'RS256', key: own.privateKey };
  return {
    'typ absent': { header: { typ: undefined } },
    'typ of an identity token': { header: { typ: 'JWT' } },
    'typ of a logout token': { header: { typ: 'logout+jwt' } },
    'typ empty': { header: { typ: '' } },
    'typ not a string': { header: { typ: ['at+jwt'] } },
    'typ with a parameter': { header: { typ: 'at+jwt;v=1' } },
    'kid absent': { header: { kid: undefined } },
    'kid empty': { header: { kid: '' } },
    'kid not a string': { header: { kid: 1 } },
    'kid too long': { header: { kid: 'k'.repeat(257) } },
    'kid unknown': { header: { kid: 'unknown' } },
    'kid a path': { header: { kid: '../../../dev/null' } },
    'kid a prototype member': { header: { kid: '__proto__' } },
    'kid of another key': { header: { kid: 'PS256-1' } },
    'jku with the keys of a stranger': { header: { jku: 'http://127.0.0.1:1/jwks' }, signAs },
    'x5u with the keys of a stranger': { header: { x5u: 'http://127.0.0.1:1/chain' }, signAs },
    'jwk with the key of a stranger': { header: { jwk: publicJwkOf(own) }, signAs },
    'x5c with the key of a stranger': { header: { x5c: ['MIIB'] }, signAs },
    'jku null': { header: { jku: null } },
    crit: { header: { crit: ['exp'] } },
    'crit empty': { header: { crit: [] } },
    zip: { header: { zip: 'DEF' } },
    'b64 false': { header: { b64: false } },
    'alg absent': { header: { alg: undefined } },
    'alg not a string': { header: { alg: ['RS256'] } },
    'alg in another case': { header: { alg: 'rs256' } },
    'alg twice': { headerText: '{"alg":"none","alg":"RS256","typ":"at+jwt","kid":"RS256-1"}' },
    'alg twice, once escaped': {
      headerText: String.raw`{"\u0061lg":"none","alg":"RS256","typ":"at+jwt","kid":"RS256-1"}`,
    },
    'header an array': { headerText: '["RS256"]' },
    'header null': { headerText: 'null' },
    'header no JSON': { headerText: 'alg=RS256' },
    'header with a byte order mark': {
      headerText: '\u{FEFF}{"alg":"RS256","typ":"at+jwt","kid":"RS256-1"}',
    },
    'header no UTF-8': {
      headerText: Buffer.concat([
        Buffer.from('{"alg":"RS256","typ":"at+jwt","kid":"RS256-1","x":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]),
    },
  };
}

const inSeconds = (seconds: number) => (issuer: TokenIssuer) => Number(issuer.baseClaims().iat) + seconds;
const timed =
  (name: string, seconds: number): Draft =>
  (issuer) => ({
    claims: { [name]: inSeconds(seconds)(issuer) },
  });
const ofTwoAudiences = (issuer: TokenIssuer): string => JSON.stringify(issuer.audience);

const claims: Named<Draft> = {
  'iss absent': { claims: { iss: undefined } },
  'iss of a stranger': { claims: { iss: 'https://stranger.example.com' } },
  'iss with a slash more': (issuer) => ({ claims: { iss: `${issuer.issuer}/` } }),
  'iss in capitals': (issuer) => ({ claims: { iss: issuer.issuer.toUpperCase() } }),
  'iss an array': (issuer) => ({ claims: { iss: [issuer.issuer, 'https://stranger.example.com'] } }),
  'aud absent': { claims: { aud: undefined } },
  'aud another': { claims: { aud: 'https://other.example.org' } },
  'aud with a slash more': (issuer) => ({ claims: { aud: `${issuer.audience}/` } }),
  'aud longer': (issuer) => ({ claims: { aud: `${issuer.audience}.example.com` } }),
  'aud an empty array': { claims: { aud: [] } },
  'aud an array with a number': (issuer) => ({ claims: { aud: [issuer.audience, 1] } }),
  'aud an object': (issuer) => ({ claims: { aud: { [issuer.audience]: true } } }),
  'aud nested': (issuer) => ({ claims: { aud: [[issuer.audience]] } }),
  'sub absent': { claims: { sub: undefined } },
  'sub empty': { claims: { sub: '' } },
  'sub a number': { claims: { sub: 1 } },
  'sub null': { claims: { sub: null } },
  'exp absent': { claims: { exp: undefined } },
  'exp passed': timed('exp', -1),
  'exp this moment': timed('exp', 0),
  'exp a string': (issuer) => ({ claims: { exp: String(inSeconds(600)(issuer)) } }),
  'exp null': { claims: { exp: null } },
  'exp infinite': (issuer) => ({
    claimsText: JSON.stringify({ ...issuer.baseClaims(), sub: 'a', sid: 'a', exp: 0 }).replace(
      '"exp":0',
      '"exp":1e999',
    ),
  }),
  'iat absent': { claims: { iat: undefined } },
  'iat a string': { claims: { iat: '1' } },
  'iat in two minutes': timed('iat', 120),
  'nbf in two minutes': timed('nbf', 120),
  'nbf a string': { claims: { nbf: '1' } },
  'jti a number': { claims: { jti: 1 } },
  'scope an array': { claims: { scope: ['openid'] } },
  'permissions a string': { claims: { permissions: 'm2m:credentials:write' } },
  'permissions with a number': { claims: { permissions: [1] } },
  'org_id a number': { claims: { org_id: 1 } },
  'client_id an object': { claims: { client_id: {} } },
  'auth_time a string': { claims: { auth_time: '1' } },
  'email an array': { claims: { email: ['assessor@example.com'] } },
  'bound to a key': { claims: { cnf: { jkt: 'x' } } },
  'neither person nor machine': { claims: { auth_time: undefined, sid: undefined } },
  'both person and machine': { claims: { sub: 'app-1' } },
  'aud twice': (issuer) => ({
    claimsText: JSON.stringify({ ...issuer.baseClaims(), sub: 'a', sid: 'a' }).replace(
      '{',
      `{"aud":${ofTwoAudiences(issuer)},`,
    ),
  }),
  'claims an array': { claimsText: '[]' },
  'claims a string': { claimsText: '"claims"' },
  'claims no JSON': { claimsText: 'claims' },
};

function signatures(): Named<Draft> {
  const stranger = strangerRsaKeyPair();
  const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const secretOf = (key: KeyObject): KeyObject =>
    createSecretKey(Buffer.from(createPublicKey(key).export({ type: 'spki', format: 'pem' })));
  const privateKey = (issuer: TokenIssuer, alg: string): KeyObject => {
    const key = issuer.keys().find((candidate) => candidate.alg === alg);
    if (key === undefined) throw new Error(`No key for ${alg}`);
    return key.privateKey;
  };
  return {
    'alg none without a signature': { header: { alg: 'none' }, signature: '' },
    'alg none with a signature': { header: { alg: 'none' } },
    'alg NONE': { header: { alg: 'NONE' }, signature: '' },
    'signature missing': { signature: '' },
    'signature of a stranger': { signAs: { alg: 'RS256', key: stranger.privateKey } },
    'HS256 by the public key': (issuer) => ({
      header: { alg: 'HS256' },
      signAs: { alg: 'HS256', key: secretOf(privateKey(issuer, 'RS256')) },
    }),
    'HS256 by an empty key': {
      header: { alg: 'HS256' },
      signAs: { alg: 'HS256', key: createSecretKey(Buffer.alloc(0)) },
    },
    'RS384 by the right key': (issuer) => ({
      header: { alg: 'RS384' },
      signAs: { alg: 'RS384', key: privateKey(issuer, 'RS256') },
    }),
    'ES384 by a stranger': {
      header: { alg: 'ES384', kid: 'ES256-1' },
      signAs: { alg: 'ES384', key: otherCurve.privateKey },
    },
    'RS256 that is really PS256': (issuer) => ({
      signAs: { alg: 'PS256', key: privateKey(issuer, 'RS256') },
    }),
    'PS256 with a key for RS256': (issuer) => ({
      header: { alg: 'PS256' },
      signAs: { alg: 'PS256', key: privateKey(issuer, 'RS256') },
    }),
    'RS256 with a key of a curve': (issuer) => ({
      header: { kid: 'ES256-1' },
      signAs: { alg: 'RS256', key: privateKey(issuer, 'RS256') },
    }),
    'ES256 with an RSA key': (issuer) => ({
      header: { alg: 'ES256' },
      signAs: { alg: 'ES256', key: privateKey(issuer, 'ES256') },
    }),
    'ES256 of zeros': { alg: 'ES256', signature: Buffer.alloc(64).toString('base64url') },
    'ES256 too short': { alg: 'ES256', signature: Buffer.alloc(32, 1).toString('base64url') },
    'ES256 in DER': (issuer) => ({
      alg: 'ES256',
      signature: Buffer.concat([
        Buffer.from([0x30, 0x44]),
        signText('x', 'ES256', privateKey(issuer, 'ES256')),
      ]).toString('base64url'),
    }),
  };
}

const part = (token: string, index: number): string => token.split('.')[index] ?? '';
const withPart = (index: number, change: (text: string) => string) => (token: string) =>
  token
    .split('.')
    .with(index, change(part(token, index)))
    .join('.');

const spellings: Named<(token: string) => string> = {
  'two parts': (token) => token.slice(0, token.lastIndexOf('.')),
  'four parts': (token) => `${token}.x`,
  'five parts, as an encrypted one': (token) => `${token}.x.y`,
  'a part that is empty': withPart(1, () => ''),
  padding: withPart(0, (text) => `${text}=`),
  'the plain base64 alphabet': withPart(2, (text) => `+${text.slice(1)}`),
  'a line break': withPart(2, (text) => `${text.slice(0, 8)}\t${text.slice(8)}`),
  'stray bits at the end': withPart(2, strayBits),
  'claims of another token': withPart(1, (text) => changedClaims(text)),
  'one bit of the signature': withPart(2, (text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`),
  'a comma and a second token': (token) => `${token},${token}`,
  'more than 8 KiB': withPart(2, (text) => text + 'A'.repeat(8_192)),
  'no token at all': () => 'opaque',
  'dots only': () => '..',
};

/** The same bytes, spelled with bits that no byte takes. RSA signatures of 256 bytes leave two or four of them. */
function strayBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.slice(0, -1) + (alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? '');
}

function changedClaims(text: string): string {
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...read, sub: 'another-person' })).toString('base64url');
}
