import { ListPages } from '@governance/http';
import { CredentialReconciler, IdentityProviderUnavailable, intentLeaseMs } from '@governance/iam';
import {
  auditContextOf,
  FaultyWire,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  personOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { CredentialChanges } from '../src/m2m-credentials/credential-changes';
import {
  type CreatedCredential,
  M2mCredentialsService,
} from '../src/m2m-credentials/m2m-credentials.service';

export const orgId = 'org_acme';
export const caller = personOf(orgId);
export const write = auditContextOf(caller, 'm2m-credentials:create');

/** The service of credentials, with a store and a provider in memory. */
export class CredentialsInMemory {
  readonly clock = new FixedClock('2026-11-20T12:00:00.000Z');
  readonly store = new InMemoryCredentialStore();
  readonly provider: InMemoryIdentityProvider;
  readonly service: M2mCredentialsService;

  constructor(wire = new FaultyWire(() => new IdentityProviderUnavailable())) {
    const { store, clock } = this;
    this.provider = new InMemoryIdentityProvider(undefined, wire);
    this.provider.now = () => clock.now();
    const changes = new CredentialChanges(store, this.provider, clock, this.provider);
    const pages = new ListPages(newTestKeyring());
    this.service = new M2mCredentialsService(store, this.provider, clock, changes, pages);
  }

  create(members: object = {}, by = caller): Promise<CreatedCredential> {
    const request = { name: 'Nightly export', type: 'client_secret', ...members };
    return this.service.create(by, request, { write, key: undefined });
  }

  rotate(id: string, request: object = {}): ReturnType<M2mCredentialsService['rotate']> {
    const rotation = { request, write: { ...write, operation: 'm2m-credentials:rotate' as const } };
    return this.service.rotate(caller, id, rotation);
  }

  revoke(id: string): Promise<void> {
    return this.service.revoke(caller, id, { write: { ...write, operation: 'm2m-credentials:revoke' } });
  }

  /** What a new token of the credential claims; undefined if the provider refuses it. */
  claimsOf({ credential: { clientId }, secret = '' }: CreatedCredential): Promise<unknown> {
    return this.provider.requestToken({ clientId, secret });
  }

  /** Whether the guard admits the client. */
  async isActive(clientId: string): Promise<boolean> {
    const { issuer } = this.provider;
    const call = { issuer, clientId, orgId, now: this.clock.now() };
    return (await this.store.systemScope().findActive(call)) !== undefined;
  }

  async isAccepted(clientId: string, secret = ''): Promise<boolean> {
    return (await this.provider.requestToken({ clientId, secret })) !== undefined;
  }

  /** Settles what outlives its lease. */
  async reconcile(): Promise<void> {
    const { store, provider, clock } = this;
    clock.advance(intentLeaseMs);
    const { issuer } = provider;
    const reconciler = new CredentialReconciler({ store, provider, issuer, now: () => clock.now() });
    while ((await reconciler.settleNext()) !== undefined);
  }
}
