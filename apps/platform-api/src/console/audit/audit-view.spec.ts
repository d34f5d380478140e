import { type AuditEvent, auditRow, operationWords } from './audit-view';
import { auditedOperations } from '@governance/iam';

const event: AuditEvent = {
  id: 'e1',
  created_at: '2026-11-24T03:05:00.000Z',
  actor: { kind: 'person', issuer: 'https://identity.example.org', subject: 'user_1', client_id: 'console' },
  operation: 'members:update',
  target: 'user_2',
  outcome: 'done',
  reason: 'viewer',
  request_id: 'r1',
  second_factor_age_seconds: null,
};
const names = new Map([
  ['user_1', 'One Person'],
  ['user_2', 'Another Person'],
]);

describe('the view of an audit event', () => {
  it('is in words, with the names of members', () => {
    expect(auditRow(event, names)).toEqual({
      at: '24 November 2026, 03:05 UTC',
      what: 'Role changed',
      who: 'One Person',
      outcome: 'Done',
      isRefused: false,
      reason: 'viewer',
      target: 'Another Person',
      requestId: 'r1',
    });
  });

  it.each([
    ['person', 'Former member x'],
    ['machine', 'Machine x'],
    ['operator', 'Operator x'],
    ['system', 'The service (x)'],
  ] as const)('names an actor of the kind %s', (kind, words) => {
    expect(auditRow({ ...event, actor: { ...event.actor, kind, subject: 'x' } }, names).who).toBe(words);
  });

  it('shows a later operation by its name', () => {
    expect(auditRow({ ...event, operation: 'later:thing' }, names).what).toBe('later:thing');
  });

  it('has words for every operation', () => {
    expect(Object.keys(operationWords).toSorted()).toEqual([...auditedOperations].toSorted());
  });
});
