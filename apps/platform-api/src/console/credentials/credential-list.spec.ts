import { filterIn, filterView, parametersOf } from '../list-filter';
import { credentialList } from './credential-list';

const { fields } = credentialList;
const now = new Date('2026-11-24T12:00:00Z');

describe('the filter of credentials', () => {
  it.each([
    [{ name: ' NIGHT ', state: 'all' }, { name: 'NIGHT' }, 'name=NIGHT'],
    [{ name: '', state: 'unused' }, { used: 'false' }, 'state=unused'],
    [
      { name: 'a b', state: 'ending' },
      { name: 'a b', expires_before: '2026-12-24T12:00:00.000Z' },
      'name=a+b&state=ending',
    ],
    [{ name: '', state: 'no such state' }, {}, ''],
    [{ name: ['a', 'b'], state: ['unused', 'all'] }, {}, ''],
  ])('has conditions for %j', (query, conditions, parameters) => {
    const filter = filterIn(fields, query);
    expect([credentialList.query(filter, now), parametersOf(fields, filter)]).toEqual([
      conditions,
      parameters,
    ]);
  });

  it('is shown as it was chosen', () => {
    const shown = filterView(fields, filterIn(fields, { name: 'x', state: 'unused' }));
    expect(shown.further).toEqual([]);
    expect(shown.conditions).toMatchObject([
      { name: 'name', type: 'search', value: 'x', maxLength: 100 },
      {
        name: 'state',
        any: undefined,
        choices: [
          { value: 'all', label: 'All', isChosen: false },
          { value: 'ending', isChosen: false },
          { value: 'unused', isChosen: true },
        ],
      },
    ]);
  });
});
