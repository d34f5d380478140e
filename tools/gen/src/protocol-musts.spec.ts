import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProtocolSpecification } from './protocol-musts';

const workspace = join(__dirname, '../../..');

/** A vertical bar would end a table cell, and a lone placeholder would match every title. */
const text = /^[^|\s][^|]*(?<!\s)$/;
const reference = /^\S+\.(?:spec|e2e)\.ts › (?![%$]\S+$)[^`|›\s][^`|›]*(?<!\s)$/;

describe('the list of what the provider must do', () => {
  const file = join(workspace, 'docs/security/openid-musts.json');
  const specifications = JSON.parse(readFileSync(file, 'utf8')) as ProtocolSpecification[];
  const rows = specifications.flatMap(({ specification, musts }) =>
    musts.map((row) => ({ ...row, specification })),
  );

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
    expect(rows.filter(({ must, section }) => !text.test(must) || !text.test(section))).toEqual([]);
    const keys = rows.map(({ specification, section, must }) => `${specification} ${section} ${must}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const order = new Intl.Collator('en', { numeric: true });
    for (const { musts } of specifications) {
      const sections = musts.map(({ section }) => section);
      expect(sections).toEqual(sections.toSorted((one, other) => order.compare(one, other)));
    }
  });

  it('has for each either tests, or a reason, or a deviation', () => {
    const answers = rows.map(({ must, tests = [], reason, deviation }) => ({
      must,
      answers: [tests.length > 0, reason !== undefined, deviation !== undefined].filter(Boolean).length,
    }));
    expect(answers.filter((row) => row.answers !== 1)).toEqual([]);
    const words = rows.flatMap(({ reason, deviation }) => [reason ?? [], deviation ?? []].flat());
    expect(words.filter((each) => !text.test(each))).toEqual([]);
  });

  it('names tests that the page can render, in files that exist', () => {
    const tests = rows.flatMap((row) => row.tests ?? []);
    expect(tests.filter((test) => !reference.test(test))).toEqual([]);
    const paths = tests.map((test) => test.split(' › ', 1)[0] ?? '');
    expect(paths.filter((path) => !existsSync(join(workspace, path)))).toEqual([]);
  });
});
