import { IdentityProviderUnavailable, looksLikeSecret } from '@governance/iam';
import { FaultyWire, makeKeyPair, personOf } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { caller, CredentialsInMemory, orgId } from '../../spec/credentials-in-memory';
import { expectProblem } from '../../spec/expect-problem';

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
  let made: CredentialsInMemory;
  let wire: BusyWire;
  const create: CredentialsInMemory['create'] = (members, by) => made.create(members, by);
  const rotate: CredentialsInMemory['rotate'] = (id, request) => made.rotate(id, request);

  beforeEach(() => {
    wire = new BusyWire(() => new IdentityProviderUnavailable());
    made = new CredentialsInMemory(wire);
  });

  async function listed(): Promise<unknown> {
    return (await made.service.list(caller)).entries;
  }

  function outcomes(): string[] {
    return made.store.audit.map(({ operation, outcome }) => `${operation} ${outcome}`);
  }

  describe('create', () => {
    it('creates a secret that the provider accepts, for a service identity with read permissions', async () => {
      const created = await create({ name: '  Nightly export ' });
      const { credential, secret } = created;
      expect(looksLikeSecret(String(secret))).toBe(true);
      expect(credential).toMatchObject({ orgId, name: 'Nightly export', type: 'client_secret' });
      expect(await made.claimsOf(created)).toMatchObject({
        org_id: orgId,
        permissions: ['self:organization:read', 'm2m:credentials:read'],
      });
      expect(made.store.audit).toEqual([
        { target: credential.id, operation: 'm2m-credentials:create', outcome: 'done' },
      ]);
    });

    it('registers a key, with its expiry, and shows no secret', async () => {
      const { publicPem, privatePem } = makeKeyPair('ES256');
      const key = { type: 'public_key', publicKey: publicPem, validForDays: 2 };
      const { credential, secret } = await create(key);
      expect(secret).toBeUndefined();
      expect(credential.expiresAt).toEqual(new Date(made.clock.now().getTime() + 2 * 86_400_000));
      const proof = { clientId: credential.clientId, privatePem, algorithm: 'ES256' } as const;
      expect(await made.provider.requestToken(proof)).toBeDefined();
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
      expect(made.store.rows.size).toBe(1);
    });

    it('refuses input that breaks a rule, and begins nothing', async () => {
      await expectProblem(create({ name: '' }), 'invalid', /^name /);
      await expectProblem(create({ type: 'secret' }), 'invalid', /^type /);
      await expectProblem(create({ publicKey: 'x' }), 'invalid', /^public_key /);
      expect([made.store.rows.size, made.store.audit]).toEqual([0, []]);
    });

    it('leaves nothing behind when the provider is unavailable', async () => {
      wire.isDown = true;
      await expect(create()).rejects.toThrow(IdentityProviderUnavailable);
      wire.isDown = false;
      expect(await listed()).toEqual([]);
      await made.reconcile();
      expect([made.store.rows.size, outcomes()]).toEqual([0, ['m2m-credentials:create abandoned']]);
    });

    it('is undone when it outlives its lease', async () => {
      wire.meanwhile = () => made.reconcile();
      await expect(create()).rejects.toThrow(IdentityProviderUnavailable);
      await made.reconcile();
      expect(await listed()).toEqual([]);
    });
  });

  describe('rotate', () => {
    it('replaces the secret', async () => {
      const { credential, secret } = await create();
      made.clock.advance(1_000);
      const rotated = await rotate(credential.id.toUpperCase());
      const lastFour = rotated.secret?.slice(-4);
      expect(rotated.credential).toEqual({ ...credential, lastFour, lastRotatedAt: made.clock.now() });
      const { clientId } = credential;
      expect([
        await made.isAccepted(clientId, secret),
        await made.isAccepted(clientId, rotated.secret),
      ]).toEqual([false, true]);
      expect(outcomes()).toEqual(['m2m-credentials:create done', 'm2m-credentials:rotate done']);
    });

    it('replaces the key, and shows no secret', async () => {
      const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
      const { credential } = await create({ type: 'public_key', publicKey: before.publicPem });
      const { secret } = await rotate(credential.id, { newPublicKey: after.publicPem });
      expect(secret).toBeUndefined();
      const { clientId } = credential;
      const tokens = [before, after].map(({ privatePem }) =>
        made.provider.requestToken({ clientId, privatePem, algorithm: 'ES256' }),
      );
      expect((await Promise.all(tokens)).map((token) => token !== undefined)).toEqual([false, true]);
    });

    it('gives a new key its stated expiry, or else counts the days of the creation from now', async () => {
      const publicKeys = [1, 2, 3].map(() => makeKeyPair('EdDSA').publicPem);
      const [publicKey = '', ...newKeys] = publicKeys;
      const { credential } = await create({ type: 'public_key', publicKey, validForDays: 2 });
      made.clock.advance(86_400_000);
      const lives = [{}, { validForDays: 7 }];
      const ends: (Date | undefined)[] = [];
      for (const [index, life] of lives.entries()) {
        const rotated = await rotate(credential.id, { newPublicKey: newKeys[index], ...life });
        ends.push(rotated.credential.expiresAt);
      }
      expect(ends).toEqual([2, 7].map((days) => new Date(made.clock.now().getTime() + days * 86_400_000)));
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
      wire.meanwhile = () => made.revoke(credential.id);
      await expectProblem(rotate(credential.id), 'conflict', /changed or revoked by another request/);
      expect(await listed()).toEqual([]);
    });

    it('reports that the provider no longer has the client', async () => {
      const { credential } = await create();
      await made.provider.deleteClient(credential.clientId);
      await expectProblem(rotate(credential.id), 'conflict', /no longer has the client/);
      expect(outcomes().at(-1)).toBe('m2m-credentials:rotate abandoned');
    });

    it('leaves the old secret valid when the provider is unavailable', async () => {
      const { credential, secret } = await create();
      wire.isDown = true;
      await expect(rotate(credential.id)).rejects.toThrow(IdentityProviderUnavailable);
      wire.isDown = false;
      await made.reconcile();
      expect(await made.isAccepted(credential.clientId, secret)).toBe(true);
      expect((await rotate(credential.id)).secret).not.toBe(secret);
    });
  });
});
