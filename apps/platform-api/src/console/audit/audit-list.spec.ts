import { filterIn, parametersOf } from '../list-filter';
import { auditList, auditQueryOf } from './audit-list';

const { fields } = auditList;

describe('the filter of audit events', () => {
  it('becomes conditions for the API, with whole days of UTC', () => {
    const filter = filterIn(fields, {
      operation: 'members:remove',
      outcome: 'done',
      from: '2026-11-01',
      to: '2026-11-24',
    });
    expect(auditQueryOf(filter)).toEqual({
      operation: 'members:remove',
      outcome: 'done',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-24T23:59:59.999Z',
    });
    expect(parametersOf(fields, filter)).toBe(
      'operation=members%3Aremove&outcome=done&from=2026-11-01&to=2026-11-24',
    );
  });

  it('leaves an unknown operation to the API', () => {
    expect(auditQueryOf(filterIn(fields, { operation: 'no-such' }))).toEqual({ operation: 'no-such' });
  });

  it('is empty for absent, repeated and invalid parameters', () => {
    const query = { operation: ['a', 'b'], from: 'yesterday', to: '2026-11-24T00:00:00Z' };
    const filter = filterIn(fields, query);
    expect(filter).toEqual({ operation: '', outcome: '', from: '', to: '' });
    expect([auditQueryOf(filter), parametersOf(fields, filter)]).toEqual([{}, '']);
  });
});
