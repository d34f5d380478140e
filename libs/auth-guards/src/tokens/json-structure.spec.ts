import fc from 'fast-check';
import { jsonStructureOf } from './json-structure';

/** The same facts, computed in the simple and slow way from the parsed value. */
function counted(value: unknown): { depth: number; members: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, members: 0 };
  const inner = Object.values(value).map(counted);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    members: own + inner.reduce((sum, { members }) => sum + members, 0),
  };
}

describe('jsonStructureOf', () => {
  it('counts depth and members of all serialized JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(jsonStructureOf(text)).toMatchObject({ ...counted(value), repeated: undefined });
      }),
    );
  });

  it.each([
    [String.raw`{"a":{"b":"\u0000"}}`, 'a'],
    [String.raw`{"a":1,"b":[{"c":["\udc00\ud800"]}]}`, 'b'],
    [String.raw`{"a":1,"x\ud800":1}`, 'x\ud800'],
    [String.raw`{"a":{"\u0000":1},"b":1}`, 'a'],
    [String.raw`"\u0000"`, ''],
    [String.raw`{"a":"\\u0000 \ud83d\ude00"}`, undefined],
  ])('names the member with ill-formed text: %s', (text, illFormed) => {
    expect(jsonStructureOf(text).illFormed).toBe(illFormed);
  });

  it.each([
    ['one string', `{"a":"${'x'.repeat(100_000)}"}`, { depth: 1, members: 1 }],
    ['escapes', `{"a":"${String.raw`\"`.repeat(50_000)}"}`, { depth: 1, members: 1 }],
    ['lists in lists', '['.repeat(50_000) + ']'.repeat(50_000), { depth: 50_000, members: 0 }],
    [
      'objects in objects',
      `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
      { depth: 15_000, members: 15_000 },
    ],
    [
      'names',
      `{${Array.from({ length: 10_000 }, (_, name) => `"${name}":1`).join()}}`,
      { depth: 1, members: 10_000 },
    ],
  ])('reads 100 KiB of %s', (_what, text, structure) => {
    expect(jsonStructureOf(text)).toMatchObject(structure);
  });
});
