import * as fc from 'fast-check';
import { csvFile, csvRow, readCsv } from './csv';

describe('a row of a table', () => {
  it('separates its cells by commas and ends with a line break (RFC 4180)', () => {
    expect(csvRow(['a', 1.5, undefined, ''])).toBe('a,1.5,,\r\n');
  });

  it('quotes a cell with a comma, a quotation mark or a line break § V1.1.2', () => {
    expect(csvRow(['a,b', 'say "no"', 'a\r\nb'])).toBe('"a,b","say ""no""","a\r\nb"\r\n');
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\n=1',
    '＝1',
    '=HYPERLINK("https://example.org")',
  ])('marks the text %j, which a spreadsheet would compute § V1.3.3', (text) => {
    expect(csvRow([text])).toMatch(/^"?'/);
  });

  it('does not mark a negative number', () => {
    expect(csvRow([-1])).toBe('-1\r\n');
  });
});

describe('a file for spreadsheets', () => {
  it('is read as UTF-8 by Excel, which takes a file without a byte order mark for Windows-1252', () => {
    const bytes = Buffer.from(csvFile([['name'], ['Zürich, Søren']]));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('name\r\n"Zürich, Søren"\r\n');
  });
});

describe('a file that is read', () => {
  const cellsOf = (text: string) => readCsv(text)?.map(({ cells }) => cells);

  it('has the rows and cells that were written, marked or not', () => {
    const cells = fc.array(fc.oneof(fc.string(), fc.constantFrom('=1', "'=1", '"', 'a,b', '\r\n')), {
      minLength: 2,
      maxLength: 2,
    });
    fc.assert(
      fc.property(fc.array(cells), (rows) => {
        // An apostrophe before a sign is the mark, and a row of empty cells is an empty line.
        const kept = rows.filter(
          (row) => row.some((each) => each !== '') && !row.some((each) => each.startsWith("'")),
        );
        expect(cellsOf(csvFile([['a', 'b'], ...kept]))?.slice(1)).toEqual(kept);
      }),
    );
  });

  it('tells in which line each row begins', () => {
    expect(readCsv('a,b\n"1\n2",3\r\n\r\n4,5')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1\n2', '3'] },
      { line: 5, cells: ['4', '5'] },
    ]);
  });

  it('may have semicolons, as Excel writes them', () => {
    expect(cellsOf('\uFEFFa;b\r\n1,5;"2;3"\r\n')).toEqual([
      ['a', 'b'],
      ['1,5', '2;3'],
    ]);
    expect(cellsOf('a,b;c\n1;2,3')).toEqual([
      ['a', 'b;c'],
      ['1;2', '3'],
    ]);
  });

  it.each([
    ['', []],
    ['\n\n', []],
    ['a', [['a']]],
    ['a,', [['a', '']]],
    [',\n,b', [['', 'b']]],
    ["'=1,'a,''=1", [['=1', "'a", "''=1"]]],
  ])('%j has the rows %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  it.each(['"a', 'a"b', '"a"b,c', 'a,"b\n', '"'])('%j is no table', (text) => {
    expect(readCsv(text)).toBeUndefined();
  });

  it.each([
    ['quotation marks', '"'.repeat(100_000), 1],
    ['one quoted cell', `"${'a'.repeat(100_000)}"`, 1],
    ['empty cells and one', `${','.repeat(100_000)}a`, 1],
    ['empty lines', '\n'.repeat(100_000), 0],
  ])('may be 100 KiB of %s', (_, text, rows) => {
    expect(readCsv(text)).toHaveLength(rows);
  });
});
