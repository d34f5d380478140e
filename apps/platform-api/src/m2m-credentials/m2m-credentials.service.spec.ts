import { ListPages, problemOf } from '@governance/http';
import { type ProblemKind } from '@governance/kernel';
import {
  CredentialReconciler,
  IdentityProviderUnavailable,
  intentLeaseMs,
  looksLikeSecret,
} from '@governance/iam';
import {
  auditContextOf,
  FaultyWire,
  InMemoryCredentialStore,
  InMemoryIdentityProvider,
  personOf,
  makeKeyPair,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CredentialChanges } from './credential-changes';
import { type CreatedCredential, M2mCredentialsService } from './m2m-credentials.service';

const orgId = 'org_acme';
const caller = personOf(orgId);
const write = auditContextOf(caller, 'm2m-credentials:create');
const context = { write, key: undefined };

/** A wire on which another change can happen before a call. */
class BusyWire extends FaultyWire {
  meanwhile: (() => Promise<unknown>) | undefined;

  override async call<Answer>(effect: () => Answer | Promise<Answer>): Promise<Answer> {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return super.call(effect);
  }
}

describe('M2mCredentialsService', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let store: InMemoryCredentialStore;
  let wire: BusyWire;
  let provider: InMemoryIdentityProvider;
  let service: M2mCredentialsService;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    store = new InMemoryCredentialStore();
    wire = new BusyWire(() => new IdentityProviderUnavailable());
    provider = new InMemoryIdentityProvider(undefined, wire);
    provider.now = () => clock.now();
    service = new M2mCredentialsService(
      store,
      provider,
      clock,
      new CredentialChanges(store, provider, clock, provider),
      new ListPages(newTestKeyring()),
    );
  });

  function create(members: object = {}, by = caller): Promise<CreatedCredential> {
    return service.create(by, { name: 'Nightly export', type: 'client_secret', ...members }, context);
  }

  function rotate(id: string, request: object = {}): ReturnType<M2mCredentialsService['rotate']> {
    return service.rotate(caller, id, { request, write: { ...write, operation: 'm2m-credentials:rotate' } });
  }

  function rename(id: string, name: string): ReturnType<M2mCredentialsService['rename']> {
    const edit = { name, description: undefined };
    return service.rename(caller, id, { edit, write: { ...write, operation: 'm2m-credentials:rename' } });
  }

  function revoke(id: string): Promise<void> {
    return service.revoke(caller, id, { write: { ...write, operation: 'm2m-credentials:revoke' } });
  }

  async function listed(): Promise<unknown> {
    return (await service.list(caller)).entries;
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

  async function claimsOf({ credential: { clientId }, secret = '' }: CreatedCredential): Promise<unknown> {
    return provider.requestToken({ clientId, secret });
  }

  async function isAccepted(clientId: string, secret = ''): Promise<boolean> {
    return (await provider.requestToken({ clientId, secret })) !== undefined;
  }

  function outcomes(): string[] {
    return store.audit.map(({ operation, outcome }) => `${operation} ${outcome}`);
  }

  async function expectProblem(work: Promise<unknown>, kind: ProblemKind, text: RegExp): Promise<void> {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({ kind, text: expect.stringMatching(text) as unknown });
  }

  describe('create', () => {
    it('creates a secret that the provider accepts, for a service identity with read permissions', async () => {
      const created = await create({ name: '  Nightly export ' });
      const { credential, secret } = created;
      expect(looksLikeSecret(String(secret))).toBe(true);
      expect(credential).toMatchObject({ orgId, name: 'Nightly export', type: 'client_secret' });
      expect(await claimsOf(created)).toMatchObject({
        org_id: orgId,
        permissions: ['self:organization:read', 'm2m:credentials:read'],
      });
      expect(store.audit).toEqual([
        { target: credential.id, operation: 'm2m-credentials:create', outcome: 'done' },
      ]);
    });

    it('registers a key, with its expiry, and shows no secret', async () => {
      const { publicPem, privatePem } = makeKeyPair('ES256');
      const key = { type: 'public_key', publicKey: publicPem, validForDays: 2 };
      const { credential, secret } = await create(key);
      expect(secret).toBeUndefined();
      expect(credential.expiresAt).toEqual(new Date(clock.now().getTime() + 2 * 86_400_000));
      const proof = { clientId: credential.clientId, privatePem, algorithm: 'ES256' } as const;
      expect(await provider.requestToken(proof)).toBeDefined();
    });

    it('gives the same error for a service identity that is malformed, unknown, or of another organization', async () => {
      const foreign = await create({}, personOf('org_other'));
      for (const id of ['42', randomUUID(), foreign.credential.serviceIdentityId]) {
        await expectProblem(
          create({ serviceIdentityId: id }),
          'invalid',
          /^service_identity_id must name a service identity of this organization$/,
        );
      }
      expect(store.rows.size).toBe(1);
    });

    it('refuses input that breaks a rule, and begins nothing', async () => {
      await expectProblem(create({ name: '' }), 'invalid', /^name /);
      await expectProblem(create({ type: 'secret' }), 'invalid', /^type /);
      await expectProblem(create({ publicKey: 'x' }), 'invalid', /^public_key /);
      expect([store.rows.size, store.audit]).toEqual([0, []]);
    });

    it('leaves nothing behind when the provider is unavailable', async () => {
      wire.isDown = true;
      await expect(create()).rejects.toThrow(IdentityProviderUnavailable);
      wire.isDown = false;
      expect(await listed()).toEqual([]);
      await reconcile();
      expect([store.rows.size, outcomes()]).toEqual([0, ['m2m-credentials:create abandoned']]);
    });

    it('is undone when it outlives its lease', async () => {
      wire.meanwhile = reconcile;
      await expect(create()).rejects.toThrow(IdentityProviderUnavailable);
      await reconcile();
      expect(await listed()).toEqual([]);
    });
  });

  describe('rotate', () => {
    it('replaces the secret', async () => {
      const { credential, secret } = await create();
      clock.advance(1_000);
      const rotated = await rotate(credential.id.toUpperCase());
      const lastFour = rotated.secret?.slice(-4);
      expect(rotated.credential).toEqual({ ...credential, lastFour, lastRotatedAt: clock.now() });
      const { clientId } = credential;
      expect([await isAccepted(clientId, secret), await isAccepted(clientId, rotated.secret)]).toEqual([
        false,
        true,
      ]);
      expect(outcomes()).toEqual(['m2m-credentials:create done', 'm2m-credentials:rotate done']);
    });

    it('replaces the key, and shows no secret', async () => {
      const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
      const { credential } = await create({ type: 'public_key', publicKey: before.publicPem });
      const { secret } = await rotate(credential.id, { newPublicKey: after.publicPem });
      expect(secret).toBeUndefined();
      const { clientId } = credential;
      const tokens = [before, after].map(({ privatePem }) =>
        provider.requestToken({ clientId, privatePem, algorithm: 'ES256' }),
      );
      expect((await Promise.all(tokens)).map((token) => token !== undefined)).toEqual([false, true]);
    });

    it('gives a new key its stated expiry, or else counts the days of the creation from now', async () => {
      const publicKeys = [1, 2, 3].map(() => makeKeyPair('EdDSA').publicPem);
      const [publicKey = '', ...newKeys] = publicKeys;
      const { credential } = await create({ type: 'public_key', publicKey, validForDays: 2 });
      clock.advance(86_400_000);
      const lives = [{}, { validForDays: 7 }];
      const ends: (Date | undefined)[] = [];
      for (const [index, life] of lives.entries()) {
        const rotated = await rotate(credential.id, { newPublicKey: newKeys[index], ...life });
        ends.push(rotated.credential.expiresAt);
      }
      expect(ends).toEqual([2, 7].map((days) => new Date(clock.now().getTime() + days * 86_400_000)));
    });

    it('checks that the credential exists before it checks the body', async () => {
      const { credential } = await create();
      const request = { newPublicKey: 'no key' };
      for (const id of ['42', randomUUID()]) {
        await expectProblem(rotate(id, request), 'not_found', /^there is no credential with this id$/);
      }
      await expectProblem(rotate(credential.id, request), 'invalid', /^new_public_key is for credentials/);
    });

    it('runs one at a time', async () => {
      const { credential } = await create();
      wire.meanwhile = () => expectProblem(rotate(credential.id), 'conflict', /not finished/);
      await rotate(credential.id);
      expect.assertions(1);
    });

    it('returns no secret when the credential is revoked at the same time', async () => {
      const { credential } = await create();
      wire.meanwhile = () => revoke(credential.id);
      await expectProblem(rotate(credential.id), 'conflict', /changed or revoked by another request/);
      expect(await listed()).toEqual([]);
    });

    it('reports that the provider no longer has the client', async () => {
      const { credential } = await create();
      await provider.deleteClient(credential.clientId);
      await expectProblem(rotate(credential.id), 'conflict', /no longer has the client/);
      expect(outcomes().at(-1)).toBe('m2m-credentials:rotate abandoned');
    });

    it('leaves the old secret valid when the provider is unavailable', async () => {
      const { credential, secret } = await create();
      wire.isDown = true;
      await expect(rotate(credential.id)).rejects.toThrow(IdentityProviderUnavailable);
      wire.isDown = false;
      await reconcile();
      expect(await isAccepted(credential.clientId, secret)).toBe(true);
      expect((await rotate(credential.id)).secret).not.toBe(secret);
    });
  });

  it('returns an existing credential', async () => {
    const { credential } = await create();
    expect(await service.get(caller, credential.id.toUpperCase())).toEqual(credential);
    for (const id of ['42', randomUUID()]) {
      await expectProblem(service.get(caller, id), 'not_found', /^there is no credential with this id$/);
    }
  });

  describe('rename', () => {
    it('changes the name and nothing else', async () => {
      const { credential, secret } = await create();
      expect(await rename(credential.id, ' Renamed ')).toEqual({ ...credential, name: 'Renamed' });
      expect(await isAccepted(credential.clientId, secret)).toBe(true);
    });

    it('holds while the provider is unavailable, and reaches it later', async () => {
      const { credential } = await create();
      wire.isDown = true;
      expect(await rename(credential.id, 'Renamed')).toMatchObject({ name: 'Renamed' });
      wire.isDown = false;
      const before = await provider.findClient(credential.id);
      await reconcile();
      expect((await provider.findClient(credential.id))?.revision).not.toBe(before?.revision);
      expect(await listed()).toMatchObject([{ name: 'Renamed' }]);
    });

    it('checks the name before it checks that the credential exists', async () => {
      await expectProblem(rename(randomUUID(), ''), 'invalid', /^name /);
      await expectProblem(rename('42', 'a'), 'not_found', /^there is no credential with this id$/);
    });

    it('is refused until another change is finished', async () => {
      const { credential } = await create();
      wire.isDown = true;
      await expect(rotate(credential.id)).rejects.toThrow(IdentityProviderUnavailable);
      await expectProblem(rename(credential.id, 'a'), 'conflict', /not finished/);
    });
  });

  describe('revoke', () => {
    const isActive = async (clientId: string): Promise<boolean> =>
      (await store
        .systemScope()
        .findActive({ issuer: provider.issuer, clientId, orgId, now: clock.now() })) !== undefined;

    it('ends the credential and its client, once', async () => {
      const { credential } = await create();
      await revoke(credential.id);
      expect(await isActive(credential.clientId)).toBe(false);
      expect(await provider.findClient(credential.id)).toBeUndefined();
      await expectProblem(revoke(credential.id), 'not_found', /^there is no credential with this id$/);
    });

    it('holds while the provider is unavailable, and reaches it later', async () => {
      const { credential } = await create();
      wire.isDown = true;
      await revoke(credential.id);
      wire.isDown = false;
      expect(await isActive(credential.clientId)).toBe(false);
      expect(await provider.findClient(credential.id)).toBeDefined();
      await reconcile();
      expect(await provider.findClient(credential.id)).toBeUndefined();
    });
  });

  it('finds nothing of other organizations', async () => {
    const foreign = await create({}, personOf('org_other'));
    const { id } = foreign.credential;
    expect(await listed()).toEqual([]);
    for (const attempt of [
      () => service.get(caller, id),
      () => rotate(id),
      () => rename(id, 'a'),
      () => revoke(id),
    ]) {
      await expectProblem(attempt(), 'not_found', /^there is no credential with this id$/);
    }
    expect(await claimsOf(foreign)).toBeDefined();
  });
});
