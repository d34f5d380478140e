import { createTestKeyring } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { OwnershipLinks } from './ownership-links';

const resultId = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const provenAt = new Date('2026-11-23T16:45:12Z');

describe('a link that confirms ownership', () => {
  const file = createTestKeyring();
  const links = new OwnershipLinks(Keyring.load(file.file));
  afterAll(() => {
    file.remove();
  });

  it('names the certificate and the second', () => {
    const link = links.of({ resultId, provenAt: new Date(provenAt.getTime() + 999) });
    expect(link).toMatch(/^[A-Za-z0-9_-]{54}$/);
    expect(links.read(link)).toEqual({ resultId, provenAt });
  });

  it('cannot be changed in any character, cut off or extended', () => {
    const link = links.of({ resultId, provenAt });
    for (let place = 0; place < link.length; place += 1) {
      const other = link[place] === 'A' ? 'B' : 'A';
      expect(links.read(link.slice(0, place) + other + link.slice(place + 1))).toBeUndefined();
    }
    for (const text of ['', link.slice(1), `${link}A`, `${link}=`]) expect(links.read(text)).toBeUndefined();
  });

  it('cannot be made with another keyring', () => {
    const other = createTestKeyring();
    const foreign = new OwnershipLinks(Keyring.load(other.file)).of({ resultId, provenAt });
    other.remove();
    expect(links.read(foreign)).toBeUndefined();
  });
});
