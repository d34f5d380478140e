import { IdentityProviderUnavailable } from '@governance/iam';
import { FaultyWire, personOf } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { caller, CredentialsInMemory, write } from '../../spec/credentials-in-memory';
import { expectProblem } from '../../spec/expect-problem';

const dayMs = 86_400_000;

describe('M2mCredentialsService, for secrets that expire', () => {
  let made: CredentialsInMemory;
  let wire: FaultyWire;
  const create: CredentialsInMemory['create'] = (members, by) => made.create(members, by);
  const rotate: CredentialsInMemory['rotate'] = (id, request) => made.rotate(id, request);

  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    made = new CredentialsInMemory(wire);
  });

  function revokePrevious(id: string, by = caller): Promise<void> {
    const operation = 'm2m-credentials:revoke-previous-secret';
    return made.service.revokePreviousSecret(by, id, { write: { ...write, operation } });
  }

  async function working(clientId: string, ...secrets: (string | undefined)[]): Promise<boolean[]> {
    const tokens = secrets.map((secret = '') => made.provider.requestToken({ clientId, secret }));
    return (await Promise.all(tokens)).map((token) => token !== undefined);
  }

  it('ends a secret at the provider and for the guard, and the next rotation counts its days anew', async () => {
    const { credential, secret } = await create({ secretValidForDays: 2 });
    const { id, clientId } = credential;
    const isActive = (): Promise<boolean> => made.isActive(clientId);
    made.clock.advance(2 * dayMs - 1);
    expect([...(await working(clientId, secret)), await isActive()]).toEqual([true, true]);
    made.clock.advance(1);
    expect([...(await working(clientId, secret)), await isActive()]).toEqual([false, false]);

    const rotated = await rotate(id, {});
    expect(rotated.credential.expiresAt).toEqual(new Date(made.clock.now().getTime() + 2 * dayMs));
    expect([...(await working(clientId, rotated.secret)), await isActive()]).toEqual([true, true]);
  });

  it('keeps both secrets until the overlap ends, and lists them', async () => {
    const { credential, secret } = await create();
    const { id, clientId } = credential;
    made.clock.advance(1_000);
    const rotated = await rotate(id, { overlapSeconds: 60 });
    const previous = {
      lastFour: secret?.slice(-4),
      createdAt: credential.createdAt,
      expiresAt: new Date(made.clock.now().getTime() + 60_000),
    };
    const lastFour = rotated.secret?.slice(-4);
    expect(await made.service.get(caller, id)).toMatchObject({ lastFour, previous });
    made.clock.advance(59_999);
    expect(await working(clientId, secret, rotated.secret)).toEqual([true, true]);
    expect((await made.service.list(caller)).entries).toMatchObject([{ lastFour, previous }]);
    made.clock.advance(1);
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    for (const shown of [await made.service.get(caller, id), (await made.service.list(caller)).entries[0]]) {
      expect(shown?.previous).toBeUndefined();
    }
  });

  it('refuses an overlap that the provider cannot have, and begins nothing', async () => {
    made.provider.capabilities = { ...made.provider.capabilities, overlap: false };
    const { credential } = await create();
    await expectProblem(
      rotate(credential.id, { overlapSeconds: 1 }),
      'invalid',
      /^overlap_seconds must be 0/,
    );
    expect(made.store.audit).toHaveLength(1);
    expect((await rotate(credential.id, { overlapSeconds: 0 })).secret).toBeDefined();
  });

  it('revokes the previous secret alone, once', async () => {
    const { credential, secret } = await create();
    const { id, clientId } = credential;
    const rotated = await rotate(id, { overlapSeconds: 60 });
    await revokePrevious(id.toUpperCase());
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    expect((await made.service.get(caller, id)).previous).toBeUndefined();
    await expectProblem(revokePrevious(id), 'not_found', /^this credential has no previous secret or key$/);
    expect(made.store.audit.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
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
    made.clock.advance(60_000);
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
    await made.reconcile();
    expect(await working(clientId, secret, rotated.secret)).toEqual([false, true]);
    expect((await made.service.get(caller, id)).previous).toBeUndefined();
  });
});
