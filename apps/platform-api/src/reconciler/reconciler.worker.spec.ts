import {
  type AuditContext,
  type CredentialHousekeeping,
  CredentialReconciler,
  type HousekeepingDone,
  IdentityProviderUnavailable,
  ProviderChangeReconciler,
} from '@governance/iam';
import {
  FaultyWire,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  type InMemoryProviderChangeStore,
  ManagedProviderInMemory,
} from '@governance/iam/spec';
import { FixedClock, until } from '@governance/testing';
import { Registry } from 'prom-client';
import { randomUUID } from 'node:crypto';
import { ReconcilerMetrics } from './reconciler-metrics';
import { ReconcilerWorker } from './reconciler.worker';
import { UnfinishedChanges } from './unfinished-changes';

const orgId = 'org_acme';
const audit: AuditContext = {
  actor: { kind: 'person', issuer: 'i', subject: 's', clientId: undefined },
  orgId,
  operation: 'm2m-credentials:create',
  target: undefined,
  requestId: 'r',
  secondFactorAgeSeconds: undefined,
};

/** Records when it was called. */
class Housekeeping implements CredentialHousekeeping {
  readonly calls: Date[] = [];
  /** The issuers of the runs. */
  readonly issuers: string[] = [];
  /** Called at each run. */
  onRun: () => void = () => undefined;

  removeOld({ now, issuer }: { readonly now: Date; readonly issuer: string }): Promise<HousekeepingDone> {
    this.calls.push(now);
    this.issuers.push(issuer);
    this.onRun();
    return Promise.resolve({ creationKeys: 1, revokedCredentials: 0, serviceIdentities: 0 });
  }

  forgetRevoked(): Promise<number> {
    throw new Error('only an operator forgets an issuer');
  }
}

describe('ReconcilerWorker', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let store: InMemoryCredentialStore;
  let changes: InMemoryProviderChangeStore;
  let wire: FaultyWire;
  let provider: InMemoryIdentityProvider;
  let housekeeping: Housekeeping;
  let registry: Registry;
  let worker: ReconcilerWorker;

  beforeEach(() => {
    store = new InMemoryCredentialStore();
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    provider = new InMemoryIdentityProvider(undefined, wire);
    housekeeping = new Housekeeping();
    registry = new Registry();
    const now = (): Date => clock.now();
    const managed = new ManagedProviderInMemory();
    ({ changes } = managed);
    const unfinished = new UnfinishedChanges(
      new CredentialReconciler({ store, provider, issuer: provider.issuer, now }),
      new ProviderChangeReconciler(managed.partsFor('https://identity.example.org', now)),
    );
    worker = new ReconcilerWorker(unfinished, housekeeping, new ReconcilerMetrics(registry, clock), clock, {
      pauseSeconds: 3_600,
      managedIssuer: provider.issuer,
    });
  });

  /** A creation whose process died before it called the provider. */
  async function leaveUnfinished(): Promise<void> {
    const now = clock.now();
    const draft = {
      id: randomUUID(),
      issuer: provider.issuer,
      name: 'Export',
      description: undefined,
      allowedNetworks: undefined,
      type: 'client_secret' as const,
      expiresAt: undefined,
      validForDays: undefined,
      keyThumbprint: undefined,
      serviceIdentity: { kind: 'new' as const, id: randomUUID(), permissions: new Set<never>() },
    };
    await store.forOrg(orgId).beginCreation(draft, { intentId: randomUUID(), now, leaseUntil: now, audit });
  }

  function makeOrphan(): Promise<unknown> {
    return provider.createClient({
      tag: randomUUID(),
      revision: randomUUID(),
      orgId,
      name: 'Orphan',
      permissions: new Set(),
      allowedNetworks: undefined,
      authentication: { kind: 'secret', secret: 'secret' },
    });
  }

  async function metric(name: string): Promise<string | undefined> {
    const lines = (await registry.metrics()).split('\n');
    return lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  }

  it('settles every due change, and counts it', async () => {
    await leaveUnfinished();
    await leaveUnfinished();
    await worker.settle();
    expect(store.rows.size).toBe(0);
    expect(await metric('credential_changes_settled_total{outcome="abandoned"}')).toBe('2');
    expect(await metric('credential_changes_settled_total{outcome="finished"}')).toBe('0');
  });

  it('settles changes at the provider, and counts them apart', async () => {
    const now = clock.now();
    const change = { kind: 'add-connection', connectionId: 'con_1' } as const;
    const write = { ...audit, orgId, operation: 'connections:create', target: 'con_1' } as const;
    await changes.begin(change, { intentId: randomUUID(), lease: 'held', now, leaseUntil: now, write });
    await worker.settle();
    expect([changes.rows.size, changes.audit]).toMatchObject([
      0,
      [{ outcome: 'abandoned', target: 'con_1' }],
    ]);
    expect(await metric('provider_changes_settled_total{outcome="abandoned"}')).toBe('1');
    expect(await metric('credential_changes_settled_total{outcome="abandoned"}')).toBe('0');
  });

  it('deletes orphan clients, and removes old rows', async () => {
    await makeOrphan();
    await worker.tidy();
    for await (const client of provider.listClients()) throw new Error(`${client.clientId} is left`);
    expect(await metric('credential_orphans_deleted_total')).toBe('1');
    expect(housekeeping.calls).toEqual([clock.now()]);
  });

  it('runs both tasks at start, and finishes the current run before it stops', async () => {
    await leaveUnfinished();
    await makeOrphan();
    const tidied = new Promise<void>((resolve) => {
      housekeeping.onRun = resolve;
    });
    worker.onApplicationBootstrap();
    await tidied;
    await worker.beforeApplicationShutdown();
    expect(store.rows.size).toBe(0);
    const now = String(clock.now().getTime() / 1_000);
    for (const task of ['settle', 'tidy']) {
      expect(await metric(`reconciler_last_success_timestamp_seconds{task="${task}"}`)).toBe(now);
      expect(await metric(`reconciler_failures_total{task="${task}"}`)).toBe('0');
    }
  });

  it('continues while the provider is unavailable, and reports no completed run', async () => {
    await leaveUnfinished();
    wire.isDown = true;
    worker.onApplicationBootstrap();
    await until(async () => (await metric('reconciler_failures_total{task="settle"}')) !== '0');
    await worker.beforeApplicationShutdown();
    expect(store.rows.size).toBe(1);
    expect(await metric('reconciler_failures_total{task="tidy"}')).toBe('1');
    expect(await metric('reconciler_last_success_timestamp_seconds{task="settle"}')).toBe('0');
  });
});
