import { call, evidence, fault } from '../../spec/evidence';
import { checkHistory } from './check-history';

const address = 'assessor@example.com';
const submit = call(
  { kind: 'submit', submission: 1, keyed: false, address },
  { sentAt: 0, status: 201, id: 'r1' },
);
const invite = call({ kind: 'invite', address }, { sentAt: 0, status: 201, id: 'i1' });
const resend = call({ kind: 'resend', result: 'r1', client: '10.0.0.1' }, { sentAt: 20, status: 200 });
const results = [{ id: 'r1', submission: 1 }];
const sent = { id: 'd1', about: 'r1', state: 'sent', isWaiting: false };
const waiting = { ...sent, id: 'd9', state: 'queued', isWaiting: true };
const mail = { at: 500, delivery: 'd1', recipient: address, digest: 'x', certificates: [] as string[] };
const events = [{ requestId: invite.id, operation: 'org-invitations:create', outcome: 'done' }];
const base = { calls: [submit], results, deliveries: [sent], mails: [mail] };
const full = [1, 2, 3].map((number) => ({ ...mail, delivery: `d${number}` }));
const others = [2, 3].map((number) => ({ ...sent, id: `d${number}`, about: `r${number}` }));

describe('mail', () => {
  it.each([
    ['arrives once', base],
    [
      'of an invitation arrives',
      { calls: [invite], deliveries: [{ ...sent, about: 'i1' }], mails: [mail], auditEvents: events },
    ],
    [
      'arrives twice, alike, during a fault',
      { ...base, mails: [mail, { ...mail, at: 900 }], faults: [fault(480, 490)] },
    ],
    [
      'waits for a budget that is used up',
      { ...base, deliveries: [{ ...sent, about: 'r4' }, ...others, waiting], mails: full },
    ],
    [
      'comes again when the budget allows it',
      {
        ...base,
        deliveries: [sent, ...others, { ...sent, id: 'd4', about: 'r4' }],
        mails: [...full, { ...mail, delivery: 'd4', at: mail.at + 3_600_000 }],
      },
    ],
    [
      'stays parked when its recipient was rejected',
      { ...base, deliveries: [{ ...sent, state: 'parked' }], mails: [], rejected: [address] },
    ],
    [
      'is sent again on request',
      {
        ...base,
        calls: [submit, resend],
        deliveries: [sent, { ...sent, id: 'd2' }],
        mails: [mail, { ...mail, delivery: 'd2' }],
      },
    ],
  ])('%s', (_name, parts) => {
    expect(checkHistory(evidence(parts))).toEqual([]);
  });

  it.each([
    ['lost mail', { ...base, deliveries: [], mails: [] }],
    ['lost mail', { ...base, mails: [] }],
    ['lost mail', { ...base, deliveries: [{ ...sent, state: 'parked' }] }],
    ['lost mail', { ...base, deliveries: [{ ...sent, state: 'queued', isWaiting: true }], mails: [] }],
    ['lost mail', { ...base, deliveries: [{ ...sent, state: 'queued' }], mails: [], rejected: [address] }],
    [
      'needlessly parked mail',
      { ...base, deliveries: [{ ...sent, state: 'parked' }], rejected: ['other@example.com'] },
    ],
    [
      'needlessly parked mail',
      {
        ...base,
        calls: [call(submit.operation, { sentAt: 0 })],
        deliveries: [sent, { ...sent, id: 'd2', state: 'parked' }],
      },
    ],
    ['lost mail', { ...base, calls: [submit, resend] }],
    ['lost mail', { calls: [invite], auditEvents: events }],
    ['invented mail', { ...base, mails: [mail, { ...mail, delivery: 'd5' }] }],
    ['repeated mail', { ...base, mails: [mail, { ...mail, at: 600 }] }],
    ['repeated mail', { ...base, mails: [mail, { ...mail, at: 600 }], faults: [fault(600, 900)] }],
    ['changed mail', { ...base, mails: [mail, { ...mail, digest: 'y' }], faults: [fault(480, 490)] }],
    [
      'budget exceeded',
      {
        ...base,
        deliveries: [sent, ...others, { ...sent, id: 'd4', about: 'r4' }],
        mails: [...full, { ...mail, delivery: 'd4' }],
      },
    ],
  ] as const)('%s is found', (rule, parts) => {
    expect(checkHistory(evidence(parts)).map((finding) => finding.rule)).toContain(rule);
  });
});
