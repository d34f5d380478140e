import { csvRow } from './csv-row';

describe('a row of a table', () => {
  it('separates its cells by commas and ends with a line break (RFC 4180)', () => {
    expect(csvRow(['a', 1.5, undefined, ''])).toBe('a,1.5,,\r\n');
  });

  it('quotes a cell with a comma, a quotation mark or a line break', () => {
    expect(csvRow(['a,b', 'say "no"', 'a\r\nb'])).toBe('"a,b","say ""no""","a\r\nb"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("https://example.org")'])(
    'marks the text %j, which a spreadsheet would compute',
    (text) => {
      expect(csvRow([text])).toMatch(/^"?'/);
    },
  );

  it('does not mark a negative number', () => {
    expect(csvRow([-1])).toBe('-1\r\n');
  });
});
