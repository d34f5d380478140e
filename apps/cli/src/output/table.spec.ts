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
