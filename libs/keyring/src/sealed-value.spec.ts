import { associatedData } from './sealed-value';

describe('associated data', () => {
  const header = Buffer.from([1, 0, 0, 0, 1]);
  const parts = [
    '',
    'a',
    'b',
    'ab',
    'a\0',
    '\0',
    'a\0\0\0',
    '\u0001',
    'ä',
    'a\u0308',
    '\ud800',
    '\udfff',
    '\ufffd',
  ];

  it('differs whenever table, column or row differ, for every division of the same text', () => {
    const contexts = parts.flatMap((table) =>
      parts.flatMap((column) => parts.map((row) => ({ table, column, row }))),
    );
    const all = new Set(contexts.map((context) => associatedData(header, context).toString('hex')));
    expect(all.size).toBe(parts.length ** 3);
  });

  it('covers the header', () => {
    const context = { table: 't', column: 'c', row: 'r' };
    const other = Buffer.from([1, 0, 0, 0, 2]);
    expect(associatedData(header, context)).not.toEqual(associatedData(other, context));
  });
});
