import * as fc from 'fast-check';
import { claimsOfText } from './claims-text';

describe('the text of claims', () => {
  it.each([
    '{"sub":"a","sub":"a"}',
    '{"sub":"a","s\\u0075b":"b"}',
    '{"a":{"b":[{"c":1,"c":2}]}}',
    '{"a":1, "b":{"x":1}, "a" : 2}',
    '[]',
    '"a"',
    'null',
    '{',
    '',
  ])('is refused: %s', (text) => {
    expect(claimsOfText(text)).toBeUndefined();
  });

  it.each([
    ['a name in two objects', '{"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]}'],
    ['a value that looks like a member', '{"a":"b\\":1,\\"a","b":"a"}'],
    ['spaces', '{ "a" : [ "a" , "a" ] }'],
  ])('may have %s', (_case, text) => {
    expect(claimsOfText(text)).toEqual(JSON.parse(text));
  });

  it('may be that of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(claimsOfText(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 300 },
    );
  });
});
