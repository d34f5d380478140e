import { filterIn, parametersOf } from '../list-filter';
import { resultList, resultQueryOf } from './result-list';

const { fields } = resultList;
const now = new Date('2026-11-24T12:00:00Z');
const noFilter = { client: '', mode: '', tier: '', launch: '', show: '' };

describe('the filter of results', () => {
  it('becomes conditions for the API', () => {
    const filter = filterIn(fields, {
      client: ' Acme & Co ',
      mode: 'msp-self',
      tier: 'Ready',
      launch: 'false',
      show: 'due',
    });
    expect(resultQueryOf(filter, now)).toEqual({
      client: 'Acme & Co',
      mode: 'msp-self',
      tier: 'Ready',
      launch_allowed: 'false',
      latest: 'true',
      renew_before: '2026-12-24T12:00:00.000Z',
    });
    expect(parametersOf(fields, filter)).toBe(
      'client=Acme+%26+Co&show=due&mode=msp-self&tier=Ready&launch=false',
    );
    expect(resultQueryOf({ ...noFilter, show: 'latest' }, now)).toEqual({ latest: 'true' });
  });

  it('is empty for absent, repeated and unknown values', () => {
    const query = { client: ['a', 'b'], mode: 'x', tier: 'constructor', show: '', launch: 1 };
    const filter = filterIn(fields, query);
    expect([filter, resultQueryOf(filter, now), parametersOf(fields, filter)]).toEqual([noFilter, {}, '']);
  });
});
