import { ListPages } from '@governance/http';
import {
  type CreationBegun,
  type CreationKey,
  type CreationRequest,
  CredentialStore,
  type OrgCredentials,
  permissions,
  type SystemCredentials,
} from '@governance/iam';
import {
  auditContextOf,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  personOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { exampleCredential } from './credential.openapi';
import { CredentialChanges } from './credential-changes';
import { M2mCredentialsService } from './m2m-credentials.service';

/** Records the keys; each test sets the outcome of a creation. */
class KeyStore extends CredentialStore {
  readonly keys: (CreationKey | undefined)[] = [];
  answer: CreationBegun | undefined;
  private readonly store = new InMemoryCredentialStore();

  forOrg(orgId: string): OrgCredentials {
    const credentials = this.store.forOrg(orgId);
    const begin = credentials.beginCreation.bind(credentials);
    credentials.beginCreation = (draft, beginning, key) => {
      this.keys.push(key);
      return this.answer ? Promise.resolve(this.answer) : begin(draft, beginning);
    };
    return credentials;
  }

  systemScope(): SystemCredentials {
    return this.store.systemScope();
  }
}

const caller = personOf('org_acme', []);
const write = auditContextOf(caller, 'm2m-credentials:create');
const request: CreationRequest = { name: 'Nightly export', type: 'client_secret' };

describe('a creation with a key', () => {
  let store: KeyStore;
  let service: M2mCredentialsService;

  beforeEach(() => {
    store = new KeyStore();
    const provider = new InMemoryIdentityProvider();
    const clock = new FixedClock();
    service = new M2mCredentialsService(
      store,
      provider,
      clock,
      new CredentialChanges(store, provider, clock, provider),
      new ListPages(newTestKeyring()),
    );
  });

  const key = 'a key of the client';
  const create = (input = request, by = caller): ReturnType<M2mCredentialsService['create']> =>
    service.create(by, input, { write, key });

  it('creates a credential the first time', async () => {
    expect(await create()).toMatchObject({
      replayed: false,
      secret: expect.stringMatching(/^gmc_/) as unknown,
    });
  });

  it('is replayed without its secret', async () => {
    store.answer = { kind: 'replayed', credential: exampleCredential, isRevoked: false };
    expect(await create()).toEqual({
      credential: exampleCredential,
      secret: undefined,
      replayed: true,
      revoked: false,
    });
  });

  it('is replayed as it was created, although it was later renamed and revoked', async () => {
    const credential = { ...exampleCredential, name: 'Renamed' };
    store.answer = { kind: 'replayed', credential, isRevoked: true };
    expect(await create({ ...request, name: ' Nightly export ' })).toEqual({
      credential: { ...exampleCredential, name: 'Nightly export' },
      secret: undefined,
      replayed: true,
      revoked: true,
    });
  });

  it('refuses a credential over the organization’s limit', async () => {
    store.answer = { kind: 'full', most: 1_000 };
    await expect(create()).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the organization has 1000 credentials already: revoke one first',
    });
  });

  it('refuses a service identity that was deleted in the meantime', async () => {
    store.answer = { kind: 'no-identity' };
    await expect(create()).rejects.toThrow(
      'service_identity_id must name a service identity of this organization',
    );
  });

  it('refuses another body, and a second call while the first runs', async () => {
    store.answer = { kind: 'other-body' };
    await expect(create()).rejects.toMatchObject({ kind: 'unprocessable' });
    store.answer = { kind: 'running' };
    await expect(create()).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('has a key that belongs to its caller', async () => {
    const others = [
      { ...caller, subject: 'client-2' },
      { ...caller, issuer: 'https://other.example.org' },
    ];
    for (const by of [caller, caller, ...others]) await create(request, by);
    const [first, second, ...rest] = store.keys.map((used) => used?.key);
    expect(second).toBe(first);
    expect(new Set([first, ...rest]).size).toBe(3);
  });

  it('is the same creation for the same request, and another when anything differs', async () => {
    const variants: Partial<CreationRequest>[] = [
      { name: 'Another' },
      { validForDays: 0 },
      { permissions: [] },
      { permissions: ['self:organization:read'] },
      { description: 'Runs at night' },
      { description: 'Runs at noon', permissions: [] },
      { allowedNetworks: ['192.0.2.0/24'] },
      { allowedNetworks: ['198.51.100.0/24'], description: 'Runs at night' },
      {
        allowedNetworks: undefined,
        description: undefined,
        serviceIdentityId: undefined,
        permissions: undefined,
      },
    ];
    const able = { ...caller, permissions: new Set(permissions) };
    for (const variant of [{}, ...variants]) await create({ ...request, ...variant }, able);
    const bodies = store.keys.map((used) => used?.body);
    expect(bodies.pop()).toBe(bodies[0]);
    expect(new Set(bodies).size).toBe(variants.length);
  });

  it('is the same creation for any order of permissions', async () => {
    const able = { ...caller, permissions: new Set(permissions) };
    const [one, other] = ['self:organization:read', 'org:audit:read'] as const;
    for (const input of [
      [one, other],
      [other, one],
      [one, other, one],
    ])
      await create({ ...request, permissions: input }, able);
    expect(new Set(store.keys.map((used) => used?.body)).size).toBe(1);
  });

  it('creates a credential each time without a key', async () => {
    await service.create(caller, request, { write, key: undefined });
    expect(store.keys).toEqual([undefined]);
  });
});
