import { call, evidence, fault } from '../../spec/evidence';
import { type Call, type Operation } from '../history/history';
import { checkHistory } from './check-history';

const credential = 'c1';
const created = call({ kind: 'create', name: 'C' }, { sentAt: 0, status: 201, id: credential, secret: 's0' });
const rotate: Operation = { kind: 'rotate', credential };
const revoke: Operation = { kind: 'revoke', credential };
const access: Operation = { kind: 'access', credential };
const use = (secret: string, sentAt: number, status: number): Call =>
  call({ kind: 'authenticate', credential, secret }, { sentAt, status });
const rotated = call(rotate, { sentAt: 100, status: 200, secret: 's1' });
const revoked = call(revoke, { sentAt: 200, status: 204 });
const stored = { id: credential, name: 'C', state: 'active', clientId: 'client' };
const active = { credentials: [stored], clients: ['client'] };
const ended = { credentials: [{ ...stored, state: 'revoked' }], clients: [] };
const always = [fault(0, 10_000)];

/** Each acknowledged write has its event. */
function judge({ calls, ...parts }: Parameters<typeof evidence>[0] & { calls: readonly Call[] }): string[] {
  const auditEvents = calls
    .filter(({ operation }) => ['create', 'rotate', 'revoke'].includes(operation.kind))
    .filter(({ answer }) => (answer?.status ?? 500) < 300)
    .map(({ id, operation }) => ({ requestId: id, operation: operation.kind, outcome: 'done' }));
  const found = checkHistory(
    evidence({
      calls: [created, ...calls],
      faults: always,
      ...parts,
      auditEvents: [{ requestId: created.id, operation: 'create', outcome: 'done' }, ...auditEvents],
    }),
  );
  return found.map(({ rule }) => rule);
}

describe('a credential', () => {
  it.each([
    ['works', { calls: [use('s0', 20, 200)], ...active }],
    [
      'works with its new secret only',
      { calls: [rotated, use('s0', 120, 401), use('s1', 140, 200)], ...active },
    ],
    [
      'may have been rotated by a request without an answer',
      { calls: [call(rotate, { sentAt: 100 }), use('s0', 120, 200), use('s0', 140, 401)], ...active },
    ],
    [
      'is unchanged by a rotation that was refused with 409',
      { calls: [call(rotate, { sentAt: 100, status: 409 }), use('s0', 120, 200)], ...active },
    ],
    [
      'is refused after its revocation',
      { calls: [revoked, use('s0', 220, 401), call(access, { sentAt: 240, status: 401 })], ...ended },
    ],
    [
      'is missing for a second revocation',
      { calls: [revoked, call(revoke, { sentAt: 220, status: 404 })], ...ended },
    ],
    ['shows nothing during an outage', { calls: [revoked, use('s0', 220, 503)], ...ended }],
  ])('%s', (_name, parts) => {
    expect(judge(parts)).toEqual([]);
  });

  it.each([
    ['impossible credential history', { calls: [rotated, use('s0', 120, 200)], ...active }],
    ['impossible credential history', { calls: [use('s0', 20, 401)], ...active }],
    ['impossible credential history', { calls: [rotated, use('s1', 120, 401)], ...active }],
    ['impossible credential history', { calls: [call(access, { sentAt: 20, status: 401 })], ...active }],
    [
      'impossible credential history',
      { calls: [call(rotate, { sentAt: 100 }), use('s0', 120, 401), use('s0', 140, 200)], ...active },
    ],
    ['impossible credential history', { calls: [call(rotate, { sentAt: 100, status: 404 })], ...active }],
    ['revoked credential accepted', { calls: [revoked, use('s0', 220, 200)], ...ended }],
    [
      'revoked credential accepted',
      { calls: [revoked, call(access, { sentAt: 220, status: 200 })], ...ended },
    ],
    ['revoked credential accepted', { calls: [revoked], ...active }],
    ['lost credential', { calls: [] }],
    ['lost credential', { calls: [], credentials: [stored] }],
    [
      'invented credential',
      { calls: [], credentials: [stored, { ...stored, id: 'c2', name: 'D' }], clients: ['client'] },
    ],
    ['orphan client', { calls: [revoked], ...ended, clients: ['client'] }],
    ['unfinished change', { calls: [], ...active, unfinished: 1 }],
    [
      'unfinished change',
      {
        calls: [],
        credentials: [stored, { id: 'c2', name: 'C', state: 'creating', clientId: undefined }],
        clients: ['client'],
      },
    ],
  ])('%s is found', (rule, parts) => {
    expect(judge(parts)).toContain(rule);
  });
});
