import { createHash } from 'node:crypto';
import v1 from './published/1.0.0.json';
import { type Publication, RubricCatalogue } from './rubric-catalogue';

/** The rubric as published with another version. */
function publication(version: string): Publication {
  const content = { ...v1, rubric: { ...v1.rubric, version } };
  const sha256 = createHash('sha256')
    .update(`${JSON.stringify(content, null, 2)}\n`)
    .digest('hex');
  return { version, sha256, content };
}

describe('RubricCatalogue', () => {
  it('keeps every version and makes the last one current', () => {
    const catalogue = new RubricCatalogue([publication('1.0.0'), publication('1.0.1')]);
    expect(catalogue.versions).toEqual(['1.0.0', '1.0.1']);
    expect(catalogue.current.version).toBe('1.0.1');
    expect(catalogue.find('1.0.0')?.version).toBe('1.0.0');
  });

  it.each(['1.0', '2.0.0', '', '__proto__', 'constructor', 'toString'])(
    'finds nothing under %j',
    (version) => {
      expect(new RubricCatalogue([publication('1.0.0')]).find(version)).toBeUndefined();
    },
  );

  it('does not load a version that differs from its pinned hash', () => {
    const { version, sha256, content } = publication('1.0.0');
    const edited = structuredClone(content) as typeof v1;
    edited.launchRule.overallFloor = 59;
    expect(() => new RubricCatalogue([{ version, sha256, content: edited }])).toThrow(
      'a published rubric was changed',
    );
  });

  it('does not load a file under the version of another', () => {
    expect(() => new RubricCatalogue([{ ...publication('1.0.0'), version: '1.1.0' }])).toThrow(
      'is of version 1.0.0',
    );
  });

  it('does not load a version twice, and needs at least one', () => {
    expect(() => new RubricCatalogue([publication('1.0.0'), publication('1.0.0')])).toThrow(
      'published twice',
    );
    expect(() => new RubricCatalogue([])).toThrow('no rubric is published');
  });
});
