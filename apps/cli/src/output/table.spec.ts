import { type Column, csv, table } from './table';

interface Row {
  readonly name: string;
  readonly tags: readonly string[];
  readonly at: string | null;
}

const columns: readonly Column<Row>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'tags', value: ({ tags }) => tags },
  { title: 'last used', value: ({ at }) => at },
];

describe('a table', () => {
  it('aligns its columns, without spaces at the end of a line', () => {
    const rows = [
      { name: 'Nightly export', tags: ['a', 'b'], at: null },
      { name: 'CI', tags: [], at: 'today' },
    ];
    expect(table(rows, columns)).toBe(
      'NAME            TAGS  LAST USED\nNightly export  a b\nCI                    today\n',
    );
  });

  it('aligns characters of two columns, and marks of none', () => {
    const rows = [
      { name: '株式会社', tags: ['a'], at: null },
      { name: 'Zoe\u0308', tags: ['b'], at: null },
    ];
    expect(table(rows, columns)).toBe('NAME      TAGS  LAST USED\n株式会社  a\nZoe\u0308       b\n');
  });

  it('wraps what is wider than the terminal between words, the widest column first', () => {
    const rows = [
      { name: 'Nightly export of all results', tags: ['a', 'b'], at: 'today' },
      { name: 'CI', tags: [], at: null },
    ];
    expect(table(rows, columns, 32)).toBe(
      'NAME             TAGS  LAST USED\nNightly export   a b   today\nof all results\nCI\n',
    );
  });

  it('lists the cells of each row if words are too long for the terminal', () => {
    const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';
    const rows = [
      { name: id, tags: ['a', 'b'], at: 'today' },
      { name: 'CI', tags: [], at: null },
    ];
    const lists = `NAME       ${id}\nTAGS       a b\nLAST USED  today\n\nNAME       CI\nTAGS\nLAST USED\n`;
    expect(table(rows, columns, 40)).toBe(lists);
    // A table of two columns is such a list.
    expect(table(rows, columns.slice(0, 2), 30)).toContain(`${id}  a b\n`);
  });

  it('shows no control sequences of other users', () => {
    const rows = [{ name: 'x\u001b[2J\r\n\u202ey', tags: [], at: null }];
    expect(table(rows, columns)).toContain('x\uFFFD[2J\uFFFD\uFFFD\uFFFDy');
  });
});

describe('CSV', () => {
  it('has no formulas and no control sequences of other users', () => {
    const rows = [{ name: '=HYPERLINK("x")', tags: ['@a', 'b'], at: '\u001b[2J\r\nerror' }];
    expect(csv(rows, columns).split('\r\n')[1]).toBe(`"'=HYPERLINK(""x"")",'@a b,\uFFFD[2J\uFFFD\uFFFDerror`);
  });

  it('quotes what needs quotes (RFC 4180)', () => {
    const rows = [{ name: 'a "b", c', tags: ['x', 'y'], at: 'l1' }];
    expect(csv(rows, columns)).toBe('name,tags,last_used\r\n"a ""b"", c",x y,l1\r\n');
  });
});
