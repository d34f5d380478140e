import { auditFilterOf, auditQueryOf, filterParameters, noFilter } from './audit-filter';

describe('the filter of audit events', () => {
  it('becomes conditions for the API, with whole days of UTC', () => {
    const filter = auditFilterOf({
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
    expect(filterParameters(filter)).toBe(
      'operation=members%3Aremove&outcome=done&from=2026-11-01&to=2026-11-24',
    );
  });

  it('is empty for absent, repeated and invalid parameters', () => {
    expect(auditFilterOf({ operation: ['a', 'b'], from: 'yesterday', to: '2026-11-24T00:00:00Z' })).toEqual(
      noFilter,
    );
    expect(auditQueryOf(noFilter)).toEqual({});
    expect(filterParameters(noFilter)).toBe('');
  });
});
