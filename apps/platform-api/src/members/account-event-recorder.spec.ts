import { IdentityProviderUnavailable } from '@governance/iam';
import { FaultyWire, InMemoryAuditTrail, InMemoryMemberDirectory } from '@governance/iam/spec';
import { AccountEventRecorder } from './account-event-recorder';

const happenedAt = new Date('2026-11-20T12:00:00.000Z');
const issuer = 'https://login.example.org';

describe('AccountEventRecorder', () => {
  it('records what members change of their accounts as theirs, and removed second factors as the provider’s', async () => {
    const directory = new InMemoryMemberDirectory(new FaultyWire(() => new IdentityProviderUnavailable()));
    const trail = new InMemoryAuditTrail();
    for (const [id, operation] of [
      ['1', 'account:renew-recovery-codes'],
      ['2', 'members:complete-second-factor-reset'],
    ] as const) {
      directory.events.set(id, { id, orgId: 'org_acme', subject: 'ada', operation, happenedAt });
    }
    await new AccountEventRecorder(directory, trail, { issuer }).run();
    const facts = { orgId: 'org_acme', target: 'ada', at: happenedAt, outcome: 'done', reason: undefined };
    const [person, system] = [
      { kind: 'person', issuer, subject: 'ada' },
      { kind: 'system', issuer: 'worker', subject: 'second-factor-resets' },
    ];
    expect(trail.entries).toMatchObject([
      { ...facts, operation: 'account:renew-recovery-codes', requestId: '1', actor: person },
      { ...facts, operation: 'members:complete-second-factor-reset', requestId: '2', actor: system },
    ]);
    expect(directory.events.size).toBe(0);
  });
});
