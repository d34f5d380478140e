import { csvFile, csvRow } from './csv';

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
