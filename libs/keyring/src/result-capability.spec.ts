import { Keyring } from './keyring';
import { capabilityIn, ResultCapability } from './result-capability';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';

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
function capabilities(...versions: number[]): ResultCapability {
  return new ResultCapability(keyringOf(...versions));
}

describe('ResultCapability', () => {
  const capability = capabilities(1).of(id);

  it('resolves to the id, in its canonical form', () => {
    expect(capabilities(1).idOf(capability)).toBe(id);
    expect(capabilities(1).idOf(capabilities(1).of(id.toUpperCase()))).toBe(id);
  });

  it('is a segment of a URL', () => {
    expect(capability).toMatch(/^[A-Za-z0-9_-]{48}$/);
  });

  it('stays valid after a rotation, and is made with the newest key', () => {
    expect(capabilities(1, 2).idOf(capability)).toBe(id);
    expect(capabilities(1, 2).of(id)).toBe(capabilities(2).of(id));
    expect(capabilities(1, 2).of(id)).not.toBe(capability);
  });

  it('cannot be made without our keys § V11.5.1', () => {
    expect(capabilities(2).idOf(capability)).toBeUndefined();
  });

  it.each(Array.from({ length: capability.length }, (_, index) => index))(
    'is invalid when character %i is changed',
    (index) => {
      const other = capability[index] === 'A' ? 'B' : 'A';
      const changed = capability.slice(0, index) + other + capability.slice(index + 1);
      expect(capabilities(1).idOf(changed)).toBeUndefined();
    },
  );

  it.each(['', id, 'badge', `${capability}A`, `${capability}==`, capability.slice(1), 'ä'.repeat(48)])(
    'is not %j',
    (wrong) => {
      expect(capabilities(1).idOf(wrong)).toBeUndefined();
    },
  );
});

describe('capabilityIn', () => {
  const capability = capabilities(1).of(id);

  it.each([
    capability,
    ` ${capability}\n`,
    `https://assess.example.org/results/${capability}`,
    `https://assess.example.org/results/${capability}/plan.csv`,
    `/results/${capability}?from=mail#plan`,
  ])('finds it in %j', (entered) => {
    expect(capabilityIn(entered)).toBe(capability);
  });

  it.each(['', id, `${capability}A`, `/verify/${capability}`, `https://x.example/?${capability}`, '\0'])(
    'finds none in %j',
    (entered) => {
      expect(capabilityIn(entered)).toBeUndefined();
    },
  );
});
