import { call, evidence, fault } from '../../spec/evidence';
import { checkHistory } from './check-history';

const invite = { kind: 'invite', address: 'a@example.com' } as const;
const refused = call(invite, { sentAt: 1, status: 400 });
const unanswered = call(invite, { sentAt: 1 });
const takenOver = {
  ...call({ kind: 'rotate', credential: 'c' }, { sentAt: 1, status: 409 }),
  replica: 'platform-api/main 1',
};
const wrongClock = { ...fault(0, 5), fault: 'F28-platform' };
const demote = call({ kind: 'demote', member: 'm' }, { sentAt: 1, status: 200 });
const event = { requestId: 'fault-run-1', operation: 'members:update', outcome: 'done' };
const probe = (sentAt: number, status: number) =>
  call({ kind: 'probe', path: '/health' }, { sentAt, status });

describe('the audit trail and the answers', () => {
  it.each([
    ['have an event for a done write', { calls: [demote], auditEvents: [event] }],
    [
      'may have one for an unanswered write',
      { calls: [unanswered], auditEvents: [event], faults: [fault(0, 5)] },
    ],
    [
      'may have one for a rotation that was taken over because of a wrong clock',
      { calls: [takenOver], auditEvents: [event], faults: [wrongClock] },
    ],
    ['may have none for it', { calls: [unanswered], faults: [fault(0, 5)] }],
    ['have none for a refused write', { calls: [refused] }],
    [
      'have one more for the delivery of an invitation',
      { calls: [demote], auditEvents: [event, { ...event, operation: 'org-invitations:deliver' }] },
    ],
    ['ignore the writes of others', { auditEvents: [{ ...event, requestId: 'other' }] }],
    ['fail during a fault', { calls: [probe(100, 503)], faults: [fault(90, 120)] }],
    ['fail shortly after a fault', { calls: [probe(210, 503)], faults: [fault(90, 120)] }],
    [
      'fail for two seconds after a fault with this limit',
      { calls: [probe(2_120, 503)], faults: [fault(90, 120, 'F11-drop')] },
    ],
    [
      'fail for five seconds after another one',
      { calls: [probe(5_119, 503)], faults: [fault(90, 120, 'F29')] },
    ],
    ['fail when a fault begins before the answer', { calls: [probe(85, 503)], faults: [fault(90, 120)] }],
  ])('%s', (_name, parts) => {
    expect(checkHistory(evidence(parts))).toEqual([]);
  });

  it.each([
    ['missing audit event', { calls: [demote] }],
    ['missing audit event', { calls: [demote], auditEvents: [{ ...event, outcome: 'abandoned' }] }],
    ['repeated audit event', { calls: [demote], auditEvents: [event, event] }],
    ['invented audit event', { calls: [refused], auditEvents: [event] }],
    ['invented audit event', { calls: [takenOver], auditEvents: [event], faults: [fault(0, 5)] }],
    ['invented audit event', { auditEvents: [event] }],
    ['broken audit tree', { auditProblems: ['Event 3 was removed'] }],
    ['failure outside a fault', { calls: [probe(100, 503)] }],
    ['failure outside a fault', { calls: [probe(60, 503)], faults: [fault(90, 120)] }],
    ['failure outside a fault', { calls: [probe(230, 502)], faults: [fault(90, 120)] }],
    ['failure outside a fault', { calls: [unanswered] }],
    ['failure outside a fault', { calls: [probe(2_121, 503)], faults: [fault(90, 120, 'F11-drop')] }],
    ['failure outside a fault', { calls: [probe(5_121, 503)], faults: [fault(90, 120, 'F29')] }],
    ['failure outside a fault', { calls: [probe(100, 503)], faults: [fault(90, 120, 'F16-public')] }],
    ['forged token accepted', { calls: [call({ kind: 'forge' }, { sentAt: 1, status: 200 })] }],
    ['failure outside a fault', { calls: [unanswered], faults: [fault(500, 600)] }],
    ['internal error', { calls: [probe(100, 500)], faults: [fault(90, 120)] }],
  ] as const)('%s is found', (rule, parts) => {
    expect(checkHistory(evidence(parts)).map((finding) => finding.rule)).toContain(rule);
  });
});
