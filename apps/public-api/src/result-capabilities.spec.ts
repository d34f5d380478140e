import { Keyring } from '@governance/keyring';
import { ResultCapabilities } from './result-capabilities';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

function keyOf(version: number): object {
  return {
    version,
    createdAt: '2026-01-01T00:00:00.000Z',
    key: Buffer.alloc(32, version).toString('base64'),
  };
}
function keyringOf(...versions: number[]): Keyring {
  return Keyring.fromJson(JSON.stringify({ format: 1, keys: versions.map(keyOf) }));
}
function capabilities(...versions: number[]): ResultCapabilities {
  return new ResultCapabilities(keyringOf(...versions), addresses);
}

describe('ResultCapabilities', () => {
  const capability = capabilities(1).of(id);

  it('resolve to the id, in its canonical form', () => {
    expect(capabilities(1).idOf(capability)).toBe(id);
    expect(capabilities(1).idOf(capabilities(1).of(id.toUpperCase()))).toBe(id);
  });

  it('are the last segment of a URL on the public surface', () => {
    expect(capabilities(1).urlOf(id)).toBe(`https://assess.example.org/results/${capability}`);
    expect(capability).toMatch(/^[A-Za-z0-9_-]{48}$/);
  });

  it('stay valid after a rotation, and are made with the newest key', () => {
    expect(capabilities(1, 2).idOf(capability)).toBe(id);
    expect(capabilities(1, 2).of(id)).toBe(capabilities(2).of(id));
    expect(capabilities(1, 2).of(id)).not.toBe(capability);
  });

  it('cannot be made without our keys', () => {
    expect(capabilities(2).idOf(capability)).toBeUndefined();
  });

  it.each(Array.from({ length: capability.length }, (_, index) => index))(
    'are invalid when character %i is changed',
    (index) => {
      const other = capability[index] === 'A' ? 'B' : 'A';
      const changed = capability.slice(0, index) + other + capability.slice(index + 1);
      expect(capabilities(1).idOf(changed)).toBeUndefined();
    },
  );

  it.each(['', id, 'badge', `${capability}A`, `${capability}==`, capability.slice(1), 'ä'.repeat(48)])(
    'are not %j',
    (wrong) => {
      expect(capabilities(1).idOf(wrong)).toBeUndefined();
    },
  );
});
