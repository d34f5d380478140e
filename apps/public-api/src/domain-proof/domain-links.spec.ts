import { createTestKeyring } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { DomainLinks } from './domain-links';

const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
const asked = { resultId: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', challenge: 'the challenge' };

describe('the link in a mail to a domain', () => {
  const file = createTestKeyring();
  const links = new DomainLinks(Keyring.load(file.file), addresses);
  const token = links.urlOf(asked).split('/').at(-1) ?? '';
  afterAll(() => {
    file.remove();
  });

  it('is that of its result and challenge', () => {
    expect(links.urlOf(asked)).toMatch(/^https:\/\/assess\.example\.org\/domain-proofs\/[\w-]{48}$/);
    expect(links.idOf(token)).toBe(asked.resultId);
    expect(links.isOf(token, asked)).toBe(true);
  });

  it('is not that of another challenge or result', () => {
    expect(links.isOf(token, { ...asked, challenge: 'another' })).toBe(false);
    expect(links.isOf(token, { ...asked, resultId: asked.resultId.replace('3', '4') })).toBe(false);
  });

  it.each(['', 'x', `${token}A`, token.slice(1), '-'.repeat(48)])('is not %j', (other) => {
    expect(links.isOf(other, asked)).toBe(false);
  });
});
