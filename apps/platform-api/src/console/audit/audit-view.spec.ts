import { auditedOperations } from '@governance/iam';
import { apiTextIn } from '@governance/testing';
import { type Named, type Names } from './audit-names';
import { sentences } from './audit-sentences';
import { type AuditEvent, auditRow, thingsIn } from './audit-view';

const event: AuditEvent = {
  id: 'e1',
  created_at: '2026-11-24T03:05:07.000Z',
  actor: { kind: 'person', issuer: 'https://identity.example.org', subject: 'user_1', client_id: 'console' },
  operation: 'members:update',
  target: 'user_2',
  outcome: 'done',
  reason: 'viewer',
  request_id: 'r1',
  second_factor_age_seconds: null,
};

const named = (kind: Named['kind'], name: string, ids: readonly string[]): Named => ({
  kind,
  ids,
  name,
  detail: `of ${name}`,
});
const names: Names = new Map(
  [
    named('member', 'One Person', ['user_1']),
    named('member', 'Another Person', ['user_2']),
    named('credential', 'Nightly', ['c1', 'client_1']),
    named('invitation', 'new@example.org', ['i1']),
  ].flatMap((each) => each.ids.map((id): [string, Named | undefined] => [id, each])),
);
const withGone: Names = new Map([
  ...names,
  ['user_9', undefined],
  ['con_9', undefined],
  ['client_9', undefined],
]);

type Row = ReturnType<typeof auditRow>;

const said = ({ who, verb, what, ending, outcome, note }: Row): string =>
  [
    `${who.before}${who.name ?? ''} ${verb} ${what.before}${what.name ?? ''}${ending}`,
    ...(outcome === undefined ? [] : [outcome]),
    ...(note === undefined ? [] : [note]),
  ].join(' | ');

const sentenceOf = (changes: Partial<AuditEvent>): string =>
  said(auditRow({ ...event, ...changes }, withGone));

const machine: AuditEvent['actor'] = {
  ...event.actor,
  kind: 'machine',
  subject: 'client_1',
  client_id: 'client_1',
};

describe('the view of an audit event', () => {
  it('is a sentence, with the time in seconds and where it was done', () => {
    const row = auditRow(event, names);
    expect(said(row)).toBe('One Person changed the role of Another Person to Viewer');
    expect([row.at, row.where]).toEqual(['24 November 2026, 03:05:07 UTC', 'in the console']);
    expect(row.byWho).toEqual({
      label: 'One Person (of One Person)',
      parameters: 'who=One+Person+%28of+One+Person%29',
    });
  });

  it.each<[string, Partial<AuditEvent>, string]>([
    [
      'a refusal',
      { outcome: 'refused', reason: 'step_up_required' },
      'One Person tried to change the role of Another Person | Refused | a recent second factor was missing',
    ],
    [
      'a write without effect',
      { outcome: 'abandoned', reason: null },
      'One Person began to change the role of Another Person | Without effect',
    ],
    [
      'a machine',
      { actor: machine, operation: 'm2m-credentials:rotate', target: 'c1', reason: null },
      'The credential Nightly rotated the credential Nightly',
    ],
    [
      'a former member, and a thing that was removed',
      {
        actor: { ...event.actor, subject: 'user_9' },
        operation: 'connections:remove',
        target: 'con_9',
        reason: null,
      },
      'A former member removed a connection that no longer exists',
    ],
    [
      'a credential that was removed',
      { actor: { ...machine, subject: 'client_9', client_id: 'client_9' } },
      'A credential that no longer exists changed the role of Another Person to Viewer',
    ],
    [
      'what is not known',
      {
        actor: { ...machine, subject: 'client_8', client_id: 'client_8' },
        operation: 'm2m-credentials:rotate',
        target: 'c8',
        reason: null,
      },
      'A credential rotated a credential',
    ],
    [
      'an operator',
      {
        actor: { kind: 'operator', issuer: 'command', subject: 'uid 0', client_id: null },
        operation: 'organizations:create',
        target: 'org_acme',
        reason: null,
      },
      'An operator created the organization',
    ],
    [
      'the service',
      {
        actor: { kind: 'system', issuer: 'worker', subject: 'x', client_id: null },
        operation: 'org-invitations:deliver',
        target: 'i1',
        reason: null,
      },
      'The service mailed the invitation to new@example.org',
    ],
    [
      'a domain, which is its name',
      { operation: 'domains:lapse', target: 'acme.example', reason: 'record_missing' },
      'One Person ended the proof of the domain acme.example | There is no TXT record with this name',
    ],
    [
      'a test of a connection',
      { operation: 'connections:test', target: 'con_9', reason: 'discovery_unreachable' },
      'One Person tested a connection that no longer exists | Failed: The discovery document can be fetched',
    ],
    [
      'what was changed of a connection',
      { operation: 'connections:update', target: 'con_9', reason: 'disabled,client_secret' },
      'One Person changed a connection that no longer exists | Changed: now disabled, the client secret',
    ],
    [
      'a creation that was refused, which has no object',
      { operation: 'org-invitations:create', target: null, outcome: 'refused', reason: 'later_code' },
      'One Person tried to send an invitation | Refused',
    ],
    [
      'the own profile',
      { operation: 'self-profile:update', target: null, reason: null },
      'One Person changed their own profile',
    ],
    [
      'an operation of a later release',
      { operation: 'later:thing', target: 'x', reason: null },
      'One Person did something that this page does not know',
    ],
  ])('says %s', (_what, changes, sentence) => {
    expect(sentenceOf(changes)).toBe(sentence);
  });

  it('has words for every operation and reason, and no code of the API but in the details', () => {
    expect(Object.keys(sentences).toSorted()).toEqual([...auditedOperations].toSorted());
    for (const operation of auditedOperations)
      for (const outcome of ['done', 'refused', 'abandoned'] as const)
        expect(apiTextIn(sentenceOf({ operation, outcome, reason: 'second_factor' }))).toEqual([]);
  });

  it('says that it was a person where the members are not known', () => {
    const you: Named = { kind: 'member', ids: ['user_1'], name: 'One Person', detail: 'you' };
    const row = (subject: string): Row =>
      auditRow({ ...event, actor: { ...event.actor, subject } }, new Map([['user_1', you]]));
    expect(said(row('user_1'))).toContain('One Person changed the role of');
    expect(said(row('user_2'))).toContain('A person changed the role of');
  });

  it('has the ids in its details', () => {
    const { details } = auditRow(event, names);
    expect(details).toContainEqual({ label: 'Operation', value: 'members:update' });
    expect(details).toContainEqual({ label: 'Target', value: 'user_2' });
    expect(details.map(({ label }) => label)).not.toContain('Age of the second factor, in seconds');
  });

  it('asks for the names of what it names', () => {
    const [one, other] = [
      { kind: 'member', id: 'user_1' },
      { kind: 'member', id: 'user_2' },
    ];
    expect(thingsIn(event)).toEqual([one, other]);
    const attached = { ...event, actor: machine, operation: 'org-results:attach', target: 'r1' };
    expect(thingsIn(attached)).toEqual([
      { kind: 'credential', id: 'client_1' },
      { kind: 'result', id: 'r1' },
    ]);
    expect(thingsIn({ ...event, operation: 'self-profile:update' })).toEqual([one]);
    expect(thingsIn({ ...event, target: null })).toEqual([one]);
  });
});
