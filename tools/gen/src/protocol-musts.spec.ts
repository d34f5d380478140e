import { readFileSync } from 'node:fs';
import { namingTests } from './naming-tests';
import { type ProtocolSpecification } from './protocol-musts';

/** A vertical bar would end a table cell. */
const text = /^[^|\s][^|]*(?<!\s)$/;

describe('the list of what the provider must do', () => {
  const specifications = JSON.parse(
    readFileSync('docs/security/openid-musts.json', 'utf8'),
  ) as ProtocolSpecification[];
  const rows = specifications.flatMap(({ musts }) => musts);

  it('has every specification that the metadata of the provider claims', () => {
    expect(specifications.map(({ specification }) => specification)).toEqual([
      'OpenID Connect Core 1.0',
      'OpenID Connect Discovery 1.0',
      'OpenID Connect RP-Initiated Logout 1.0',
      'RFC 8628, device authorization',
      'RFC 7523, assertions for client authentication',
      'RFC 9068, JWT access tokens',
    ]);
  });

  it('has each row once, in words, in the order of the specification', () => {
    expect(rows.filter(({ must }) => !text.test(must))).toEqual([]);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    const order = new Intl.Collator('en', { numeric: true });
    for (const { musts } of specifications) {
      const sections = musts.map(({ number }) => number.replace(/[a-z]$/, ''));
      expect(sections).toEqual(sections.toSorted((one, other) => order.compare(one, other)));
    }
  });

  it('has for each either tests, or a reason, or a deviation', () => {
    const tests = namingTests();
    const answers = rows.map(({ number, reason, deviation }) => ({
      number,
      answers: [tests.has(number), reason !== undefined, deviation !== undefined].filter(Boolean).length,
    }));
    expect(answers.filter((row) => row.answers !== 1)).toEqual([]);
    const words = rows.flatMap(({ reason, deviation }) => [reason ?? [], deviation ?? []].flat());
    expect(words.filter((each) => !text.test(each))).toEqual([]);
  });
});
