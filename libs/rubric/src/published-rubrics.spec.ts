import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedRubrics } from './published-rubrics';

const folder = join(__dirname, 'published');

/** All published files, including golden cases. Append only. */
const published: Record<string, string> = {
  '1.0.0.json': '85e6aaf50953b263b40e39a8006c1ba0799a08c8faf413468b0abc204f5e1b2e',
  '1.0.0.golden.json': 'c3b3e46bdc59bc2b65211a72af65e361a8b23d44c31a3ad2f41d7206bfa29de2',
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

  it('make new assessments from 1.0.0', () => {
    expect(publishedRubrics.current).toBe(publishedRubrics.find('1.0.0'));
    expect(publishedRubrics.current.validityMonths).toBe(12);
  });
});
