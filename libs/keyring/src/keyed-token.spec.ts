import { Keyring } from './keyring';
import { KeyedToken, uuidBytes, uuidOf } from './keyed-token';

function keyringOf(...versions: number[]): Keyring {
  const keys = versions.map((version) => ({
    version,
    createdAt: '2026-01-01T00:00:00.000Z',
    key: Buffer.alloc(32, version).toString('base64'),
  }));
  return Keyring.fromJson(JSON.stringify({ format: 1, keys }));
}

describe('KeyedToken', () => {
  const content = Buffer.from('abcd');
  const secret = Buffer.from('secret');
  const kind = { purpose: 'spec', length: 4 };
  const tokens = new KeyedToken(keyringOf(1), kind);

  it('carries its content, which needs no key to be read', () => {
    expect(tokens.read(tokens.of(content))).toEqual(content);
    expect(new KeyedToken(keyringOf(2), kind).contentOf(tokens.of(content))).toEqual(content);
  });

  it('is made with the newest key and genuine with each', () => {
    const rotated = new KeyedToken(keyringOf(1, 2), kind);
    expect(rotated.read(tokens.of(content))).toEqual(content);
    expect(tokens.read(rotated.of(content))).toBeUndefined();
  });

  it.each([
    ['another purpose', new KeyedToken(keyringOf(1), { ...kind, purpose: 'other' }).of(content)],
    ['another key', new KeyedToken(keyringOf(2), kind).of(content)],
    ['another secret', tokens.of(content, Buffer.from('guess'))],
    ['no secret', tokens.of(content)],
  ])('is not genuine with %s', (_, token) => {
    expect(tokens.read(token, secret)).toBeUndefined();
  });

  it('has one spelling', () => {
    const token = tokens.of(content, secret);
    expect(tokens.read(token, secret)).toEqual(content);
    for (const other of [`${token}=`, ` ${token}`, `${token}A`, token.slice(1), ''])
      expect(tokens.contentOf(other)).toBeUndefined();
    const standard = new KeyedToken(keyringOf(1), { purpose: 'spec', length: 3 });
    const withDash = [...Array(256).keys()].map((byte) => standard.of(Buffer.from([byte, byte, byte])));
    const text = withDash.find((one) => one.includes('-')) ?? '';
    expect(standard.read(text)).toBeDefined();
    expect(standard.read(text.replaceAll('-', '+'))).toBeUndefined();
  });
});

describe('the bytes of a UUID', () => {
  it('give it back in its canonical form', () => {
    const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
    expect(uuidBytes(id)).toHaveLength(16);
    expect(uuidOf(uuidBytes(id.toUpperCase()))).toBe(id);
  });
});
