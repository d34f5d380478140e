import { filterParameters, noFilter, resultFilterOf, resultQueryOf } from './result-filter';

const now = new Date('2026-11-24T12:00:00Z');

describe('the filter of results', () => {
  it('becomes conditions for the API', () => {
    const filter = resultFilterOf({
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
    expect(filterParameters(filter)).toBe(
      'client=Acme+%26+Co&mode=msp-self&tier=Ready&launch=false&show=due',
    );
    expect(resultQueryOf({ ...noFilter, show: 'latest' }, now)).toEqual({ latest: 'true' });
  });

  it('is empty for absent, repeated and unknown values', () => {
    const filter = resultFilterOf({
      client: ['a', 'b'],
      mode: 'x',
      tier: 'constructor',
      show: '',
      launch: 1,
    });
    expect([filter, resultQueryOf(filter, now), filterParameters(filter)]).toEqual([noFilter, {}, '']);
  });
});
