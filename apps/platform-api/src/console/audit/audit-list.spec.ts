import { PlatformClient } from '@governance/client';
import { filterIn, parametersOf } from '../list-filter';
import { auditList, auditQuery } from './audit-list';

const { fields } = auditList;
const noSearch = { who: '', about: '' };

/** No call is made without a search for a name. */
const client = new PlatformClient({
  baseUrl: 'https://api.example.org',
  tokens: { token: () => Promise.reject(new Error('called')) },
});

describe('the filter of audit events', () => {
  it('becomes conditions for the API, with whole days of UTC', async () => {
    const filter = filterIn(fields, {
      operation: 'members:remove',
      outcome: 'done',
      from: '2026-11-01',
      to: '2026-11-24',
    });
    expect(await auditQuery(client, filter)).toEqual({
      query: {
        operation: 'members:remove',
        outcome: 'done',
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-11-24T23:59:59.999Z',
      },
      unclear: undefined,
    });
    expect(parametersOf(fields, filter)).toBe(
      'operation=members%3Aremove&outcome=done&from=2026-11-01&to=2026-11-24',
    );
  });

  it('leaves an unknown operation to the API', async () => {
    const { query } = await auditQuery(client, filterIn(fields, { operation: 'no-such' }));
    expect(query).toEqual({ operation: 'no-such' });
  });

  it('is empty for absent, repeated and invalid parameters', async () => {
    const query = { operation: ['a', 'b'], from: 'yesterday', to: '2026-11-24T00:00:00Z' };
    const filter = filterIn(fields, query);
    expect(filter).toEqual({ ...noSearch, operation: '', outcome: '', from: '', to: '' });
    expect([await auditQuery(client, filter), parametersOf(fields, filter)]).toEqual([
      { query: {}, unclear: undefined },
      '',
    ]);
  });
});
