import { CampaignCapability } from './campaign-capability';
import { Keyring } from './keyring';
import { ResultCapability } from './result-capability';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';

function keyringOf(...versions: number[]): Keyring {
  const keys = versions.map((version) => ({
    version,
    createdAt: '2026-01-01T00:00:00.000Z',
    key: Buffer.alloc(32, version).toString('base64'),
  }));
  return Keyring.fromJson(JSON.stringify({ format: 1, keys }));
}
const capabilities = (...versions: number[]): CampaignCapability =>
  new CampaignCapability(keyringOf(...versions));

describe('CampaignCapability', () => {
  const capability = capabilities(1).of(id);
  const hash = capabilities(1).hashOf(capability) ?? Buffer.alloc(0);

  it('is a segment of a URL, with a hash that does not contain it', () => {
    expect(capability).toMatch(/^[A-Za-z0-9_-]{48}$/);
    expect(hash).toHaveLength(32);
  });

  it('is found again by its hash after a rotation, and stays genuine', () => {
    expect(capabilities(1, 2).matching(id, hash)).toBe(capability);
    expect(capabilities(1, 2).hashOf(capability)).toEqual(hash);
    expect(capabilities(1, 2).of(id)).not.toBe(capability);
  });

  it('is lost with its key, and is not that of another draft', () => {
    expect(capabilities(2).matching(id, hash)).toBeUndefined();
    expect(capabilities(1).matching(id.replace('3', '4'), hash)).toBeUndefined();
  });

  it('cannot be made without our keys, or from the capability of a result § V11.5.1', () => {
    expect(capabilities(2).hashOf(capability)).toBeUndefined();
    expect(capabilities(1).hashOf(new ResultCapability(keyringOf(1)).of(id))).toBeUndefined();
    for (const wrong of ['', id, `${capability}A`, capability.slice(1)])
      expect(capabilities(1).hashOf(wrong)).toBeUndefined();
  });
});
