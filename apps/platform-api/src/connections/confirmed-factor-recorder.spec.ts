import { IdentityProviderUnavailable } from '@governance/iam';
import { FaultyWire, InMemoryAuditTrail, InMemoryConnectionDirectory } from '@governance/iam/spec';
import { ConfirmedFactorRecorder } from './confirmed-factor-recorder';

const confirmedAt = new Date('2026-11-20T12:00:00.000Z');

describe('ConfirmedFactorRecorder', () => {
  let directory: InMemoryConnectionDirectory;
  let trail: InMemoryAuditTrail;
  let recorder: ConfirmedFactorRecorder;
  beforeEach(() => {
    directory = new InMemoryConnectionDirectory(new FaultyWire(() => new IdentityProviderUnavailable()));
    trail = new InMemoryAuditTrail();
    recorder = new ConfirmedFactorRecorder(directory, trail);
    for (const id of ['factor-1', 'factor-2'])
      directory.confirmed.set(id, { id, orgId: 'org_acme', connectionId: `con-${id}`, confirmedAt });
  });

  it('records each second factor that an upgrade has confirmed, and then forgets it', async () => {
    await recorder.run();
    await recorder.run();
    expect(trail.entries).toEqual(
      ['factor-1', 'factor-2'].map((id) => ({
        actor: { kind: 'system', issuer: 'worker', subject: 'upgrade', clientId: undefined },
        orgId: 'org_acme',
        operation: 'connections:confirm-factor',
        target: `con-${id}`,
        requestId: id,
        secondFactorAgeSeconds: undefined,
        at: confirmedAt,
        outcome: 'done',
        reason: 'upgrade',
      })),
    );
    expect(directory.confirmed.size).toBe(0);
  });
});
