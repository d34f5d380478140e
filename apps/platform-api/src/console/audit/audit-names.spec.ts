import { meantBy, type Named, type Names } from './audit-names';

const ada: Named = { kind: 'member', ids: ['user_1'], name: 'Ada', detail: 'ada@example.org' };
const nightly = (day: string): Named => ({
  kind: 'credential',
  ids: [`c${day}`, `client_${day}`],
  name: 'Nightly',
  detail: `created ${day} November 2026`,
});
const names: Names = new Map(
  [ada, nightly('1'), nightly('2')].flatMap((each) => each.ids.map((id) => [id, each] as const)),
);

describe('what a search of the audit means', () => {
  it.each(['Ada', 'ada@example.org', 'ada', 'Ada (ada@example.org)', 'user_1', 'example'])(
    'is a member by %s',
    (text) => {
      expect(meantBy(text, names)).toEqual([ada]);
    },
  );

  it('is one of several with a name, told apart by their detail', () => {
    expect(meantBy('nightly', names)).toHaveLength(2);
    expect(meantBy('Nightly (created 2 November 2026)', names)).toEqual([nightly('2')]);
    expect(meantBy('client_1', names)).toEqual([nightly('1')]);
  });

  it('is nothing for another text', () => {
    expect(meantBy('Bob', names)).toEqual([]);
  });
});
