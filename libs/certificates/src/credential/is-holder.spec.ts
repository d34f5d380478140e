import { createTestIssuerKeys } from '@governance/testing';
import { type HolderProof } from '@governance/assessments';
import { isHolder } from './is-holder';
import { JoseIssuer } from './jose-issuer';

const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

describe('isHolder', () => {
  let known: HolderProof;
  beforeAll(async () => {
    const keys = createTestIssuerKeys();
    const issuer = new JoseIssuer(keys.load(), addresses);
    known = await issuer.signHolderProof('3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d', 'ada@example.com');
    keys.remove();
  });

  it.each(['ada@example.com', ' ADA@Example.com'])('accepts the address as %j', (address) => {
    expect(isHolder(known, { address, code: known.salt })).toBe(true);
  });

  it('refuses another address, another code, nothing, and a certificate without a proof', () => {
    expect(isHolder(known, { address: 'eve@example.com', code: known.salt })).toBe(false);
    expect(isHolder(known, { address: 'ada@example.com', code: `${known.salt}A` })).toBe(false);
    expect(isHolder(known, { address: '', code: '' })).toBe(false);
    expect(isHolder(undefined, { address: 'ada@example.com', code: known.salt })).toBe(false);
  });
});
