import { ListPages, problemOf } from '@governance/http';
import { type ProblemKind } from '@governance/kernel';
import { CredentialReconciler, IdentityProviderUnavailable, intentLeaseMs } from '@governance/iam';
import {
  auditContextOf,
  FaultyWire,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  personOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CredentialChanges } from './credential-changes';
import {
  type CreatedCredential,
  type IssuedCredential,
  M2mCredentialsService,
} from './m2m-credentials.service';

const orgId = 'org_acme';
const caller = personOf(orgId);
const write = auditContextOf(caller, 'm2m-credentials:create');
const dayMs = 86_400_000;

describe('M2mCredentialsService, for secrets that expire', () => {
  let clock: FixedClock;
  let store: InMemoryCredentialStore;
  let wire: FaultyWire;
  let provider: InMemoryIdentityProvider;
  let service: M2mCredentialsService;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    clock = new FixedClock('2026-11-20T12:00:00.000Z');
    store = new InMemoryCredentialStore();
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    provider = new InMemoryIdentityProvider(undefined, wire);
    provider.now = () => clock.now();
    const changes = new CredentialChanges(store, provider, clock, provider);
    service = new M2mCredentialsService(store, provider, clock, changes, new ListPages(newTestKeyring()));
  });

  function create(members: object = {}): Promise<CreatedCredential> {
    const request = { name: 'Nightly export', type: 'client_secret', ...members };
    return service.create(caller, request, { write, key: undefined });
  }

  function rotate(id: string, request: object): Promise<IssuedCredential> {
    return service.rotate(caller, id, { request, write: { ...write, operation: 'm2m-credentials:rotate' } });
  }

  function revokePrevious(id: string, by = caller): Promise<void> {
    const operation = 'm2m-credentials:revoke-previous-secret';
    return service.revokePreviousSecret(by, id, { write: { ...write, operation } });
  }

  async function working(clientId: string, ...secrets: (string | undefined)[]): Promise<boolean[]> {
    const tokens = secrets.map((secret = '') => provider.requestToken({ clientId, secret }));
    return (await Promise.all(tokens)).map((token) => token !== undefined);
  }

  async function reconcile(): Promise<void> {
    clock.advance(intentLeaseMs);
    const reconciler = new CredentialReconciler({
      store,
      provider,
      issuer: provider.issuer,
      now: () => clock.now(),
    });
    while ((await reconciler.settleNext()) !== undefined);
  }

  async function expectProblem(work: Promise<unknown>, kind: ProblemKind, text: RegExp): Promise<void> {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({ kind, text: expect.stringMatching(text) as unknown });
  }

  it('ends a secret at the provider and for the guard, and the next rotation counts its days anew', async () => {
    const { credential, secret } = await create({ secretValidForDays: 2 });
    const { id, clientId } = credential;
    const isActive = async (): Promise<boolean> =>
      (await store
        .systemScope()
        .findActive({ issuer: provider.issuer, clientId, orgId, now: clock.now() })) !== undefined;
    clock.advance(2 * dayMs - 1);
    expect([...(await working(clientId, secret)), await isActive()]).toEqual([true, true]);
    clock.advance(1);
    expect([...(await working(clientId, secret)), await isActive()]).toEqual([false, false]);

    const rotated = await rotate(id, {});
    expect(rotated.credential.expiresAt).toEqual(new Date(clock.now().getTime() + 2 * dayMs));
    expect([...(await working(clientId, rotated.secret)), await isActive()]).toEqual([true, true]);
  });

  it('keeps both secrets until the overlap ends, and lists them', async () => {
    const { credential, secret } = await create();
    const { id, clientId } = credential;
    clock.advance(1_000);
    const rotated = await rotate(id, { overlapSeconds: 60 });
    const previous = {
      lastFour: secret?.slice(-4),
      createdAt: credential.createdAt,
      expiresAt: new Date(clock.now().getTime() + 60_000),
    };
    const lastFour = rotated.secret?.slice(-4);
    expect(await service.get(caller, id)).toMatchObject({ lastFour, previous });
    clock.advance(59_999);
    expect(await working(clientId, secret, rotated.secret)).toEqual([true, true]);
    expect((await service.list(caller)).entries).toMatchObject([{ lastFour, previous }]);
    clock.advance(1);
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    for (const shown of [await service.get(caller, id), (await service.list(caller)).entries[0]]) {
      expect(shown?.previous).toBeUndefined();
    }
  });

  it('refuses an overlap that the provider cannot have, and begins nothing', async () => {
    provider.capabilities = { ...provider.capabilities, overlap: false };
    const { credential } = await create();
    await expectProblem(
      rotate(credential.id, { overlapSeconds: 1 }),
      'invalid',
      /^overlap_seconds must be 0/,
    );
    expect(store.audit).toHaveLength(1);
    expect((await rotate(credential.id, { overlapSeconds: 0 })).secret).toBeDefined();
  });

  it('revokes the previous secret alone, once', async () => {
    const { credential, secret } = await create();
    const { id, clientId } = credential;
    const rotated = await rotate(id, { overlapSeconds: 60 });
    await revokePrevious(id.toUpperCase());
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    expect((await service.get(caller, id)).previous).toBeUndefined();
    await expectProblem(revokePrevious(id), 'not_found', /^this credential has no previous secret or key$/);
    expect(store.audit.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'm2m-credentials:create done',
      'm2m-credentials:rotate done',
      'm2m-credentials:revoke-previous-secret done',
    ]);
  });

  it('finds no previous secret after the overlap, and none of other organizations', async () => {
    const { credential } = await create();
    await rotate(credential.id, { overlapSeconds: 60 });
    for (const id of ['42', randomUUID()]) {
      await expectProblem(revokePrevious(id), 'not_found', /^there is no credential with this id$/);
    }
    const foreign = revokePrevious(credential.id, personOf('org_other'));
    await expectProblem(foreign, 'not_found', /^there is no credential with this id$/);
    clock.advance(60_000);
    await expectProblem(revokePrevious(credential.id), 'not_found', /^this credential has no previous/);
  });

  it('ends the previous secret later when the provider is unavailable', async () => {
    const { credential, secret } = await create();
    const { id, clientId } = credential;
    const rotated = await rotate(id, { overlapSeconds: 3_600 });
    wire.isDown = true;
    await expect(revokePrevious(id)).rejects.toThrow(IdentityProviderUnavailable);
    wire.isDown = false;
    await expectProblem(revokePrevious(id), 'conflict', /not finished/);
    await reconcile();
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    expect((await service.get(caller, id)).previous).toBeUndefined();
  });
});
