import { operationsOf, withArtifacts } from './content-artifacts';

function names(content: string): string[] {
  return [...operationsOf(content)].map(({ name }) => name);
}

describe('the operations of a content stream', () => {
  it.each([
    ['q 1 0 0 1 .5 -7 cm Q', ['q', 'cm', 'Q']],
    ['/G3 gs\n0 0 10 10 re\nf', ['gs', 're', 'f']],
    [
      'BT /F1 12 Tf <0102> Tj 5.5 0 Td <0A> Tj (f \\) S) Tj [(a) -5 (m)] TJ ET',
      ['BT', 'Tf', 'Tj', 'TJ', 'ET'],
    ],
    ['/P <</MCID 1 /ActualText (f)>>BDC\nEMC % f S', ['BDC', 'EMC']],
    ['W* n b* true', ['W*', 'n', 'b*']],
    ['0 0 m 1 1 l\n1 2 3 4 .5 -6 c 1 1 1 1 v\nh 1 0 0 1 0 0 cm 2 2 l', ['m', 'h', 'cm', 'l']],
  ])('of %s are %j', (content, expected) => {
    expect(names(content)).toEqual(expected);
  });

  it.each(['BI /W 1 ID x EI', '(a (b) c) Tj', 'q )'])('of %s cannot be read', (content) => {
    expect(() => names(content)).toThrow('cannot be read');
  });
});

describe('what is painted outside marked content', () => {
  it.each([
    ['0 0 m 1 1 l S', '/Artifact BMC\n0 0 m 1 1 l S\nEMC'],
    ['q 0 0 m\n1 1 l\n2 2 3 3 4 4 c\nh\nS Q', 'q /Artifact BMC\n0 0 m\n1 1 l\n2 2 3 3 4 4 c\nh\nS\nEMC Q'],
    ['q 0 0 1 1 re f* Q', 'q /Artifact BMC\n0 0 1 1 re f*\nEMC Q'],
    ['0 0 1 1 re 2 2 1 1 re f', '/Artifact BMC\n0 0 1 1 re 2 2 1 1 re f\nEMC'],
    ['/X1 Do', '/Artifact BMC\n/X1 Do\nEMC'],
  ])('becomes an artifact: %s', (content, expected) => {
    expect(withArtifacts(content).replace(/\s+/g, ' ')).toBe(expected.replace(/\s+/g, ' '));
  });

  it.each([
    '/P <</MCID 1>>BDC 0 0 1 1 re f EMC',
    '/Artifact BMC /X1 Do EMC',
    '0 0 1 1 re W n',
    'BT (no path) Tj ET',
  ])('is unchanged: %s', (content) => {
    expect(withArtifacts(content)).toBe(content);
  });

  it('ends where marked content begins, and does not confuse a clip with a shape', () => {
    const content = '0 0 9 9 re W n /P <</MCID 1>>BDC 0 0 m S EMC 1 1 m 2 2 l S';
    expect(withArtifacts(content)).toBe(
      '0 0 9 9 re W n /P <</MCID 1>>BDC 0 0 m S EMC /Artifact BMC\n1 1 m 2 2 l S\nEMC',
    );
  });
});
