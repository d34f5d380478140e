import { IdentityProviderUnavailable } from '@governance/iam';
import {
  FaultyWire,
  InMemoryAuditTrail,
  InMemoryConnectionDirectory,
  InMemoryDomainDirectory,
} from '@governance/iam/spec';
import { StoreUnavailable } from '@governance/kernel';
import { DomainLapseRecorder } from './domain-lapse-recorder';

const lapsedAt = new Date('2026-11-20T12:00:00.000Z');

describe('DomainLapseRecorder', () => {
  let wire: FaultyWire;
  let directory: InMemoryDomainDirectory;
  let trail: InMemoryAuditTrail;
  let recorder: DomainLapseRecorder;
  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    directory = new InMemoryDomainDirectory(new InMemoryConnectionDirectory(wire), wire);
    trail = new InMemoryAuditTrail();
    recorder = new DomainLapseRecorder(directory, trail);
    for (const id of ['lapse-1', 'lapse-2']) {
      directory.ended.set(id, { id, orgId: 'org_acme', name: `${id}.example`, lapsedAt });
    }
  });

  it('records each ended proof for the admins of its organization, and then forgets it', async () => {
    await recorder.run();
    expect(trail.entries).toEqual(
      ['lapse-1', 'lapse-2'].map((id) => ({
        actor: { kind: 'system', issuer: 'worker', subject: 'domain-checks', clientId: undefined },
        orgId: 'org_acme',
        operation: 'domains:lapse',
        target: `${id}.example`,
        requestId: id,
        secondFactorAgeSeconds: undefined,
        at: lapsedAt,
        outcome: 'done',
        reason: 'record_missing',
      })),
    );
    expect(directory.ended.size).toBe(0);
    await recorder.run();
    expect(trail.entries).toHaveLength(2);
  });

  it('forgets none that is not recorded, and records the rest later', async () => {
    trail.isDown = true;
    await expect(recorder.run()).rejects.toThrow(StoreUnavailable);
    expect(directory.ended.size).toBe(2);
    trail.isDown = false;
    await recorder.run();
    expect([trail.entries.length, directory.ended.size]).toEqual([2, 0]);
  });

  it('records one once whose deletion at the provider was lost', async () => {
    wire.loseOne('request', 1);
    await expect(recorder.run()).rejects.toThrow(IdentityProviderUnavailable);
    await recorder.run();
    expect([trail.entries.length, directory.ended.size]).toEqual([2, 0]);
  });
});
