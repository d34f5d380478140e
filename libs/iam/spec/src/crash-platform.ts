import {
  type Beginning,
  type ChangeBegun,
  type ChangeGrant,
  type ChangeOutcome,
  ChangeRunner,
  type ClientGrant,
  type CreationBegun,
  CredentialReconciler,
  type CredentialType,
  type Intent,
  intentLeaseMs,
  type Operation,
} from '../../src';
import { randomUUID } from 'node:crypto';
import { type Grant } from './contract-client';
import { type CredentialStoreHarness } from './credential-store-harness';
import { FaultyWire } from './faulty-wire';
import { InMemoryIdentityProvider } from './in-memory-identity-provider';
import { StoreOverWire } from './store-over-wire';

export const noon = new Date('2026-11-20T12:00:00.000Z');

const permissions = new Set(['m2m:credentials:read'] as const);

/** The requests of one organization, over one wire to database and provider that can be cut at any call. */
export class CrashPlatform {
  readonly orgId = `org-${randomUUID()}`;
  readonly wire = new FaultyWire(() => new Error('the process died'));
  readonly provider = new InMemoryIdentityProvider(undefined, this.wire);
  now = noon;
  private readonly store: StoreOverWire;
  private readonly parts;
  readonly runner: ChangeRunner;
  readonly reconciler: CredentialReconciler;

  constructor(private readonly harness: CredentialStoreHarness) {
    this.store = new StoreOverWire(harness.store, this.wire);
    const { issuer } = this.provider;
    this.parts = { store: this.store, provider: this.provider, issuer, now: () => this.now };
    this.provider.now = () => this.now;
    this.runner = new ChangeRunner(this.parts);
    this.reconciler = new CredentialReconciler(this.parts);
  }

  get credentials(): ReturnType<StoreOverWire['forOrg']> {
    return this.store.forOrg(this.orgId);
  }

  beginning(operation: Operation, target: string): Beginning {
    const actor = { kind: 'person', issuer: 'i', subject: 's', clientId: undefined } as const;
    const { orgId } = this;
    const audit = { actor, orgId, operation, target, requestId: 'r', secondFactorAgeSeconds: 5 };
    const leaseUntil = new Date(this.now.getTime() + intentLeaseMs);
    return { intentId: randomUUID(), now: this.now, leaseUntil, audit };
  }

  beginCreation(id: string, { authentication }: Grant): Promise<CreationBegun> {
    const type: CredentialType = authentication.kind === 'key' ? 'public_key' : 'client_secret';
    const serviceIdentity = { kind: 'new', id: randomUUID(), permissions } as const;
    const noKey = { expiresAt: undefined, validForDays: undefined, keyThumbprint: undefined };
    const nothingElse = { description: undefined, allowedNetworks: undefined };
    const { issuer } = this.provider;
    const draft = { id, issuer, type, name: 'Export', serviceIdentity, ...noKey, ...nothingElse };
    return this.credentials.beginCreation(draft, this.beginning('m2m-credentials:create', id));
  }

  async create(id: string, grant: Grant): Promise<ChangeOutcome> {
    const begun = await this.beginCreation(id, grant);
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    return this.runner.carryOut(begun.intent, clientGrant(grant));
  }

  /** With an overlap, both grants work until then. */
  async rotate(id: string, { authentication }: Grant, overlapUntil?: Date): Promise<ChangeOutcome> {
    const thumbprint = authentication.kind === 'key' ? authentication.key.thumbprint : undefined;
    const lastFour = authentication.kind === 'secret' ? authentication.secret.slice(-4) : undefined;
    const { expiresAt } = authentication;
    const begun = await this.credentials.beginRotation(id, this.beginning('m2m-credentials:rotate', id), {
      expiresAt,
      overlapUntil,
      keyThumbprint: thumbprint,
      secretLastFour: lastFour,
    });
    return this.carryOut(begun, { ...authentication, overlapUntil });
  }

  async endOverlap(id: string): Promise<ChangeOutcome> {
    const beginning = this.beginning('m2m-credentials:revoke-previous-secret', id);
    return this.carryOut(await this.credentials.beginEndOfOverlap(id, beginning));
  }

  async rename(id: string, name: string): Promise<ChangeOutcome> {
    const beginning = this.beginning('m2m-credentials:rename', id);
    return this.carryOut(await this.credentials.rename(id, { name, description: undefined }, beginning));
  }

  async revoke(id: string): Promise<ChangeOutcome> {
    return this.carryOut(await this.credentials.revoke(id, this.beginning('m2m-credentials:revoke', id)));
  }

  /** Lets the leases of all changes expire. */
  outlastLeases(): void {
    this.now = new Date(this.now.getTime() + intentLeaseMs);
  }

  /** Another process takes over after the leases of the dead one have expired. */
  async recover(): Promise<void> {
    this.outlastLeases();
    while ((await this.reconciler.settleNext()) !== undefined);
    await this.reconciler.deleteOrphans();
  }

  /** Whether the guard accepts a token of the grant. */
  async admits(id: string, { proof }: Grant): Promise<boolean> {
    const client = await this.provider.findClient(id);
    const claims = client && (await this.provider.requestToken({ clientId: client.clientId, ...proof }));
    if (!client || !claims) return false;
    const { issuer } = this.provider;
    const query = { issuer, clientId: client.clientId, orgId: this.orgId, now: this.now };
    return (await this.store.systemScope('guard').findActive(query)) !== undefined;
  }

  async clientsOf(id: string): Promise<number> {
    let count = 0;
    for await (const { tag } of this.provider.listClients()) if (tag === id) count += 1;
    return count;
  }

  async outcomesOf(id: string, operation: Operation): Promise<string[]> {
    const rows = await this.harness.auditOf(this.orgId, id);
    return rows.filter((row) => row.operation === operation).map(({ outcome }) => outcome);
  }

  /** Whether any unfinished change is left. */
  async hasUnfinished(): Promise<boolean> {
    const [now, leaseUntil] = [1, 2].map((years) => new Date(noon.getTime() + years * yearMs));
    if (!now || !leaseUntil) throw new RangeError();
    return (await this.store.systemScope('reconciler').claimUnfinished({ now, leaseUntil })) !== undefined;
  }

  private carryOut(begun: ChangeBegun<Intent>, grant?: ChangeGrant): Promise<ChangeOutcome> {
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    return this.runner.carryOut(begun.intent, grant);
  }
}

const yearMs = 365 * 86_400_000;

/** The grant of a creation. */
export function clientGrant({ authentication }: Grant): ClientGrant {
  return { kind: 'client', name: 'Export', permissions, allowedNetworks: undefined, authentication };
}
