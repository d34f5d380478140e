import { IdentityProviderUnavailable } from '@governance/iam';
import { FaultyWire, personOf } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { caller, CredentialsInMemory, write } from '../../spec/credentials-in-memory';
import { expectProblem } from '../../spec/expect-problem';
import { type M2mCredentialsService } from './m2m-credentials.service';

describe('an existing credential', () => {
  let made: CredentialsInMemory;
  let wire: FaultyWire;
  const create: CredentialsInMemory['create'] = (members, by) => made.create(members, by);
  const rotate: CredentialsInMemory['rotate'] = (id, request) => made.rotate(id, request);

  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    made = new CredentialsInMemory(wire);
  });

  function rename(id: string, name: string): ReturnType<M2mCredentialsService['rename']> {
    const edit = { name, description: undefined };
    const changed = { ...write, operation: 'm2m-credentials:rename' as const };
    return made.service.rename(caller, id, { edit, write: changed });
  }

  async function listed(): Promise<unknown> {
    return (await made.service.list(caller)).entries;
  }

  it('is returned', async () => {
    const { credential } = await create();
    expect(await made.service.get(caller, credential.id.toUpperCase())).toEqual(credential);
    for (const id of ['42', randomUUID()]) {
      await expectProblem(made.service.get(caller, id), 'not_found', /^there is no credential with this id$/);
    }
  });

  describe('rename', () => {
    it('changes the name and nothing else', async () => {
      const { credential, secret } = await create();
      expect(await rename(credential.id, ' Renamed ')).toEqual({ ...credential, name: 'Renamed' });
      expect(await made.isAccepted(credential.clientId, secret)).toBe(true);
    });

    it('holds while the provider is unavailable, and reaches it later', async () => {
      const { credential } = await create();
      wire.isDown = true;
      expect(await rename(credential.id, 'Renamed')).toMatchObject({ name: 'Renamed' });
      wire.isDown = false;
      const before = await made.provider.findClient(credential.id);
      await made.reconcile();
      expect((await made.provider.findClient(credential.id))?.revision).not.toBe(before?.revision);
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
    it('ends the credential and its client, once', async () => {
      const { credential } = await create();
      await made.revoke(credential.id);
      expect(await made.isActive(credential.clientId)).toBe(false);
      expect(await made.provider.findClient(credential.id)).toBeUndefined();
      await expectProblem(made.revoke(credential.id), 'not_found', /^there is no credential with this id$/);
    });

    it('holds while the provider is unavailable, and reaches it later', async () => {
      const { credential } = await create();
      wire.isDown = true;
      await made.revoke(credential.id);
      wire.isDown = false;
      expect(await made.isActive(credential.clientId)).toBe(false);
      expect(await made.provider.findClient(credential.id)).toBeDefined();
      await made.reconcile();
      expect(await made.provider.findClient(credential.id)).toBeUndefined();
    });
  });

  it('is not found by another organization', async () => {
    const foreign = await create({}, personOf('org_other'));
    const { id } = foreign.credential;
    expect(await listed()).toEqual([]);
    for (const attempt of [
      () => made.service.get(caller, id),
      () => rotate(id),
      () => rename(id, 'a'),
      () => made.revoke(id),
    ]) {
      await expectProblem(attempt(), 'not_found', /^there is no credential with this id$/);
    }
    expect(await made.claimsOf(foreign)).toBeDefined();
  });
});
