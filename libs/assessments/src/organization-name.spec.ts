import { canonicalOrganizationName, organizationNameProblem } from './organization-name';

describe('the name of an organization', () => {
  it('has single spaces, none at its ends, and composed letters', () => {
    expect(canonicalOrganizationName('  Cafe\u0301 \u00A0 Ltd ')).toBe('Café Ltd');
  });

  it.each([
    'EY',
    'Müller & Söhne GmbH',
    'Łódź Services Sp. z o.o.',
    'Acme B.V.',
    'S.p.A. Esempio',
    'A. N. Other, Inc.',
    'Node.js Consultants',
    'x'.repeat(100),
    "O'Brien – “Cloud” 24/7 (€)",
  ])('may be %s', (name) => {
    expect(organizationNameProblem(canonicalOrganizationName(name))).toBeUndefined();
  });

  it.each([
    ['', 'length'],
    ['A', 'length'],
    ['x'.repeat(101), 'length'],
    ['Acme\nLtd', 'characters'],
    ['Acme\u0000Ltd', 'characters'],
    ['Acme\u202Edtl', 'characters'],
    ['Acme\u200BLtd', 'characters'],
    ['株式会社', 'characters'],
    ['Acme 🚀', 'characters'],
    ['https://acme.example', 'address'],
    ['Acme ftp://files', 'address'],
    ['www.acme', 'address'],
    ['Acme (example.com)', 'address'],
    ['Example.COM.', 'address'],
    ['ada@acme', 'address'],
  ])('is refused when it is %j: %s', (name, problem) => {
    expect(organizationNameProblem(name)).toBe(problem);
  });
});
