import { readDevTokenRequest } from './dev-token-request';

const now = new Date('2026-11-20T12:00:00.750Z');
const nowSeconds = 1_795_176_000;
const user = ['--user', 'admin@acme.example'];
const read = (...args: string[]) => readDevTokenRequest([...user, ...args], now);

describe('readDevTokenRequest', () => {
  it('requests ten minutes and a current second factor by default', () => {
    expect(read()).toEqual({
      email: 'admin@acme.example',
      mfaAt: nowSeconds,
      expiresInSeconds: 600,
      claims: {},
      header: {},
    });
  });

  it.each([
    ['now', nowSeconds],
    ['none', undefined],
    ['2026-11-20T11:00:00Z', nowSeconds - 3_600],
    ['2026-11-20T14:00:00.5+02:00', nowSeconds],
  ])('reads --mfa-at %s', (text, seconds) => {
    expect(read('--mfa-at', text).mfaAt).toBe(seconds);
  });

  it.each([
    ['60', 60],
    ['0', 0],
    ['-60', -60],
  ])('reads --expires-in %s', (text, seconds) => {
    expect(read('--expires-in', text).expiresInSeconds).toBe(seconds);
    expect(read(`--expires-in=${text}`).expiresInSeconds).toBe(seconds);
  });

  it('accepts claims and header members unchecked', () => {
    const text = '{"aud":null,"exp":"soon","permissions":{"a":[1]},"__proto__":1}';
    expect(JSON.stringify(read('--claims', text).claims)).toBe(text);
    expect(JSON.stringify(read('--header', text).header)).toBe(text);
  });

  it.each([
    [[], /^--user is missing\. Usage: --user EMAIL/],
    [[...user, '--mfa-at', 'yesterday'], /^--mfa-at must be now, none, or a time/],
    [[...user, '--mfa-at', '2026-02-30T00:00:00Z'], /^--mfa-at must be/],
    [[...user, '--expires-in', '1e3'], /^--expires-in must be/],
    [[...user, '--claims', '[]'], /^--claims must be a JSON object/],
    [[...user, '--claims', 'null'], /^--claims must be a JSON object/],
    [[...user, '--header', '{"alg":'], /^--header must be a JSON object/],
    [[...user, '--claims'], /--claims.* Usage: /],
    [[...user, '--role', 'admin'], /--role.* Usage: /],
    [[...user, 'more'], /more.* Usage: /],
  ])('refuses %j in one line', (args, message) => {
    const refused = () => readDevTokenRequest(args, now);
    expect(refused).toThrow(message);
    expect(refused).toThrow(/^[^\n]+$/);
  });
});
