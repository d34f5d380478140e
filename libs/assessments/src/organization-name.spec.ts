import { canonicalOrganizationName, organizationNameProblem } from './organization-name';

const stems = ['Acme', 'Müller & Söhne', 'Node.js Partners', 'A. B. Smith', '24/7 Cloud-Services'];
// prettier-ignore
const legalForms = [
  'Ltd', 'Ltd.', 'Limited', 'PLC', 'LLP', 'Inc.', 'Inc', 'Corp.', 'LLC', 'L.L.C.', 'Co., Ltd.', 'Co.,Ltd.', 'Co.Ltd', 'Pvt. Ltd.', 'Pvt.Ltd.',
  'Pty Ltd', 'Pte. Ltd.', 'Sdn. Bhd.', 'GmbH', 'GmbH & Co. KG', 'AG', 'e.K.', 'e.V.', 'S.A.', 'S.A.S.', 'SARL', 'S.à r.l.', 'S.p.A.', 'S.r.l.', 'B.V.',
  'N.V.', 'C.V.', 'A/S', 'ApS', 'AB (publ)', 'Oy', 'Sp. z o.o.', 's.r.o.', 'a.s.', 'd.o.o.', 'Kft.', 'Zrt.', 'S.A. de C.V.', 'Ltda.', 'A.Ş.', 'OÜ', 'K.K.',
];
// prettier-ignore
const endings = [
  'com', 'org', 'net', 'io', 'ai', 'dev', 'app', 'cloud', 'tech', 'co.uk', 'de', 'fr', 'it', 'es', 'nl', 'be', 'ch', 'at', 'pl', 'cz', 'se', 'no', 'dk',
  'fi', 'pt', 'ie', 'eu', 'us', 'ca', 'com.au', 'co.nz', 'in', 'sg', 'com.my', 'jp', 'co.jp', 'com.br', 'mx', 'com.tr', 'ltd',
];
const domainsIn = (ending: string): string[] => [`acme.${ending}`, `Acme.${ending.toUpperCase()}`];
const addressesIn = (ending: string): string[] => [
  `the Acme-Group (www.acme.${ending})`,
  `https://acme.${ending}/about`,
  `ada@acme.${ending}`,
];

describe('the name of an organization', () => {
  it('has single spaces, none at its ends, and composed letters', () => {
    expect(canonicalOrganizationName('  Cafe\u0301 \u00A0 Ltd ')).toBe('Café Ltd');
  });

  it.each([
    ['Smith\u2011Jones', 'Smith-Jones'],
    ['Smith\u2010Jones', 'Smith-Jones'],
    ['Com\u00ADpany', 'Company'],
    ['Acme\u202FLtd', 'Acme Ltd'],
    ['Acme\u2009\u00A0Ltd\u3000', 'Acme Ltd'],
    ['Ａｃｍｅ　２４', 'Acme 24'],
  ])('is written with plain characters: %j', (given, name) => {
    expect(canonicalOrganizationName(given)).toBe(name);
    expect(organizationNameProblem(name)).toBeUndefined();
  });

  it.each(legalForms)('may have the legal form %s', (form) => {
    for (const name of stems.map((stem) => `${stem} ${form}`))
      expect([name, organizationNameProblem(canonicalOrganizationName(name))]).toEqual([name, undefined]);
  });

  it.each(endings)('is not a domain or an address in .%s', (ending) => {
    const problem = (name: string): unknown => organizationNameProblem(canonicalOrganizationName(name));
    for (const name of domainsIn(ending)) expect([name, problem(name)]).toEqual([name, 'domain']);
    for (const name of addressesIn(ending)) expect([name, problem(name)]).toEqual([name, 'address']);
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
    'Công ty Cổ phần Việt Nam',
    'Azərbaycan Neft Şirkəti',
    'Sữa Đặng Trần Ưu Ngữ',
    'Țara Șoimilor S.R.L.',
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
    ['Example.COM.', 'domain'],
    ['booking.com', 'domain'],
    ['(Acme.io)', 'domain'],
    ['acme.io/about', 'address'],
    ['acme.io acme.dev', 'address'],
    ['ada@acme', 'address'],
  ])('is refused when it is %j: %s § V1.3.3', (name, problem) => {
    expect(organizationNameProblem(name)).toBe(problem);
  });
});
