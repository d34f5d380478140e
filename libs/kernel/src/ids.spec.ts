import { asUuid, isUuid } from './ids';

const id = '0b1e9d4c-7a56-4f3b-8c2d-5e6f708192a3';
const notIds = [
  '',
  '42',
  id.slice(1),
  `${id}0`,
  `${id}\n`,
  ` ${id}`,
  `{${id}}`,
  `urn:uuid:${id}`,
  id.replaceAll('-', ''),
  id.replace('a', 'g'),
  // Lower-casing turns the Kelvin sign into an ASCII letter, but that is not a hexadecimal digit.
  id.replace('b', '\u212a'),
];

describe('ids', () => {
  it('accepts a UUID in any case, and returns its canonical form', () => {
    expect([asUuid(id), asUuid(id.toUpperCase())]).toEqual([id, id]);
  });

  it('distinguishes the canonical form from another case', () => {
    expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, false]);
  });

  it.each(notIds)('refuses %j', (text) => {
    expect([isUuid(text), asUuid(text)]).toEqual([false, undefined]);
  });
});
