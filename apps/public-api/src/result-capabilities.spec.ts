import { newTestKeyring } from '@governance/testing';
import { ResultCapabilities } from './result-capabilities';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

describe('ResultCapabilities', () => {
  const capabilities = new ResultCapabilities(newTestKeyring(), addresses);

  it('are the last segment of a URL on the public surface, and resolve to the id', () => {
    const capability = capabilities.of(id);
    expect(capabilities.urlOf(id)).toBe(`https://assess.example.org/results/${capability}`);
    expect(capabilities.idOf(capability)).toBe(id);
    expect(capabilities.idOf(id)).toBeUndefined();
  });
});
