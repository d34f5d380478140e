import { bytesOutside, sealedParts, sealKey, sealLength, sealPlace } from './document-seal';
import { NotGenuine } from './not-genuine';

const seal = 'eyJh.eyJi.c2ln';
const before = `%PDF-1.7\n<< /${sealKey} (`;
const document = (padded = seal.padEnd(sealLength), after = ') >>\n%%EOF'): Uint8Array =>
  Buffer.from(`${before}${padded}${after}`, 'latin1');

describe('the seal of a document', () => {
  it('covers every byte except its own', () => {
    const { seal: found, covered } = sealedParts(document());
    expect(found).toBe(seal);
    expect(Buffer.from(covered).toString('latin1')).toBe(`${before}) >>\n%%EOF`);
  });

  it('is found at its position', () => {
    const place = sealPlace(document());
    expect(place).toEqual({ from: before.length, to: before.length + sealLength });
    expect(bytesOutside(document(), [place])).toHaveLength(document().length - sealLength);
  });

  it.each([
    ['none', Buffer.from('%PDF-1.7\n%%EOF')],
    ['an empty one', document(' '.repeat(sealLength))],
    ['a shorter one', document(seal)],
    ['something behind it', document(`${seal} x`.padEnd(sealLength))],
    ['two', Buffer.concat([document(), document()])],
  ])('is refused with %s', (_, pdf) => {
    expect(() => sealedParts(pdf)).toThrow(new NotGenuine('The file has no seal'));
  });
});
