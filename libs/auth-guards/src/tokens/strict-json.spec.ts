import fc from 'fast-check';
import { parseStrictObject } from './strict-json';
import { TokenRefused } from './token-refused';

function parse(text: string): unknown {
  return parseStrictObject(Buffer.from(text), 'it');
}

describe('parseStrictObject', () => {
  it('reads all serialized JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['[]', 'null', '1', '"{}"', '', '{', '{"a":1}x', "{'a':1}", '{"a":1,}', '\u{FEFF}{}'])(
    'refuses %p',
    (text) => {
      expect(() => parse(text)).toThrow(TokenRefused);
    },
  );

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a" : 3}',
    String.raw`{"a":1,"\u0061":2}`,
    '{"x":{"a":1,"a":2}}',
    '{"x":[{"b":1},{"a":1,"a":2}]}',
    '{"x":{"y":{}},"x":2}',
    String.raw`{"\"":1,"\"":2}`,
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('refuses a name twice: %s', (text) => {
    expect(() => parse(text)).toThrow('it has a member twice');
  });

  it.each([
    '{"a":{"a":{"a":1}}}',
    '{"x":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"a"}',
    String.raw`{"a":"\",\"a\":1","b":"}{"}`,
    '{"a":["a","a"],"A":1}',
  ])('accepts a name again in another object, and as a value: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('refuses bytes that are no UTF-8', () => {
    const bytes = Buffer.from('{"a":"x"}');
    bytes[6] = 0xff;
    expect(() => parseStrictObject(bytes, 'it')).toThrow('it is not UTF-8');
  });
});
