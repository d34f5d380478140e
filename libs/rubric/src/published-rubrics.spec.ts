import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedRubrics } from './published-rubrics';

const folder = join(__dirname, 'published');

/** All published files, including golden cases. Append only. */
const published: Record<string, string> = {
  '1.0.0.json': '85e6aaf50953b263b40e39a8006c1ba0799a08c8faf413468b0abc204f5e1b2e',
  '1.0.0.golden.json': 'c3b3e46bdc59bc2b65211a72af65e361a8b23d44c31a3ad2f41d7206bfa29de2',
  '1.1.0.json': 'e00830f672e48e599e9b18bc5a7f4ba92c94ee3215b2b04d487d0439805bebba',
  '1.1.0.golden.json': 'bc129e7ba3b9f15efabbcd4ce66dfe6d6cd259b124a250d31de53fdd0dd90730',
};

describe('the published rubrics', () => {
  it.each(Object.entries(published))('%s has the bytes with which it was published', (name, sha256) => {
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ).toBe(sha256);
  });

  it('are the files of the folder, each with golden cases', () => {
    const { versions } = publishedRubrics;
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(published).toSorted());
    expect(Object.keys(published).toSorted()).toEqual(
      versions.flatMap((version) => [`${version}.golden.json`, `${version}.json`]).toSorted(),
    );
  });

  it.each(publishedRubrics.versions)('serve version %s byte for byte under its hash', (version) => {
    const rubric = publishedRubrics.find(version);
    const file = readFileSync(join(folder, `${version}.json`));
    expect(rubric && Buffer.from(rubric.bytes).equals(file)).toBe(true);
    expect(rubric?.sha256).toBe(published[`${version}.json`]);
    expect(rubric?.reference).toEqual({ id: 'ai-governance-msp', version, sha256: rubric?.sha256 });
  });

  it('make new assessments from 1.1.0', () => {
    expect(publishedRubrics.current).toBe(publishedRubrics.find('1.1.0'));
    expect(publishedRubrics.current.validityMonths).toBe(12);
  });

  it('differ between 1.0.0 and 1.1.0 in texts only', () => {
    const texts = [
      'text',
      'title',
      'action',
      'summary',
      'meaning',
      'statement',
      'whenItDoesNotArise',
      'reasonTemplates',
    ];
    const withoutTexts = (version: string): unknown =>
      JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'), (name, value: unknown) =>
        [...texts, 'version', 'invariants'].includes(name) ? undefined : value,
      );
    expect(withoutTexts('1.1.0')).toEqual(withoutTexts('1.0.0'));
  });

  it('ask about the organisation, not "you", where a client is assessed', () => {
    const asked = publishedRubrics.current.questions.filter(({ modes }) =>
      modes.includes('client-on-behalf'),
    );
    expect(asked.filter(({ text }) => /\byour?\b/i.test(text))).toEqual([]);
  });
});
