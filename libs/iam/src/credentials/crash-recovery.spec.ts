import { randomUUID } from 'node:crypto';
import { type Grant, newKey, newSecret } from '../../spec/src/contract-client';
import { FaultyWire, losses } from '../../spec/src/faulty-wire';
import { InMemoryCredentialStore } from '../../spec/src/in-memory-credential-store';
import { InMemoryIdentityProvider } from '../../spec/src/in-memory-identity-provider';
import { type Operation } from '../step-up/operation';
import { type ChangeGrant, type ChangeOutcome, ChangeRunner } from './change-runner';
import { type CredentialType, type M2mCredential } from './credential';
import { CredentialReconciler } from './credential-reconciler';
import { type Beginning, type ChangeBegun, IntentLost } from './credential-store.port';
import { type Intent, intentLeaseMs } from './intent';

const noon = new Date('2026-11-20T12:00:00.000Z');
const orgId = 'acme';
const permissions = new Set(['m2m:credentials:read'] as const);

/** What a request does, over one wire to the database and the provider that may be cut at any call. */
class Platform {
  readonly wire = new FaultyWire(() => new Error('the process died'));
  readonly store = new InMemoryCredentialStore(this.wire);
  readonly provider = new InMemoryIdentityProvider(undefined, this.wire);
  now = noon;
  private readonly parts = { store: this.store, provider: this.provider, now: () => this.now };
  readonly runner = new ChangeRunner(this.parts);
  readonly reconciler = new CredentialReconciler(this.parts);
  readonly credentials = this.store.forOrg(orgId);

  beginning(operation: Operation, target: string): Beginning {
    const actor = { kind: 'person', issuer: 'i', subject: 's', clientId: undefined } as const;
    const audit = { actor, orgId, operation, target, requestId: 'r', secondFactorAgeSeconds: 5 };
    const leaseUntil = new Date(this.now.getTime() + intentLeaseMs);
    return { intentId: randomUUID(), now: this.now, leaseUntil, audit };
  }

  async create(id: string, { authentication }: Grant): Promise<ChangeOutcome> {
    const type: CredentialType = authentication.kind === 'key' ? 'public_key' : 'client_secret';
    const serviceIdentity = { kind: 'new', id: randomUUID(), permissions } as const;
    const draft = { id, type, name: 'Export', serviceIdentity, ...nothingElse };
    const begun = await this.credentials.beginCreation(draft, this.beginning('m2m-credentials:create', id));
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    return this.runner.carryOut(begun.intent, {
      kind: 'client',
      name: 'Export',
      permissions,
      authentication,
    });
  }

  async rotate(id: string, { authentication }: Grant): Promise<ChangeOutcome> {
    const begun = await this.credentials.beginRotation(id, this.beginning('m2m-credentials:rotate', id));
    return this.carryOut(begun, authentication);
  }

  async rename(id: string, name: string): Promise<ChangeOutcome> {
    return this.carryOut(
      await this.credentials.rename(id, name, this.beginning('m2m-credentials:rename', id)),
    );
  }

  async revoke(id: string): Promise<ChangeOutcome> {
    return this.carryOut(await this.credentials.revoke(id, this.beginning('m2m-credentials:revoke', id)));
  }

  /** Another process, when the leases of the dead one have passed. */
  async recover(): Promise<void> {
    this.now = new Date(this.now.getTime() + intentLeaseMs);
    while ((await this.reconciler.settleNext()) !== undefined);
    await this.reconciler.deleteOrphans();
  }

  /** Whether the guard would accept a token that the grant gets. */
  async admits(id: string, { proof }: Grant): Promise<boolean> {
    const client = await this.provider.findClient(id);
    const claims = client && (await this.provider.requestToken({ clientId: client.clientId, ...proof }));
    if (!client || !claims) return false;
    const query = { clientId: client.clientId, orgId, now: this.now };
    return (await this.store.systemScope().findActive(query)) !== undefined;
  }

  async clientsOf(id: string): Promise<number> {
    let count = 0;
    for await (const { tag } of this.provider.listClients()) if (tag === id) count += 1;
    return count;
  }

  outcomesOf(operation: Operation): string[] {
    return this.store.audit.filter((row) => row.operation === operation).map(({ outcome }) => outcome);
  }

  private carryOut(begun: ChangeBegun<Intent>, grant?: ChangeGrant): Promise<ChangeOutcome> {
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    return this.runner.carryOut(begun.intent, grant);
  }
}

const nothingElse = { expiresAt: undefined, validForDays: undefined, keyThumbprint: undefined };

type Trial = (
  platform: Platform,
  id: string,
) => Promise<{ run: () => Promise<unknown>; check: () => Promise<void> }>;

/** Lets the process die at each of its calls in turn, before the call and after it, and has another one recover. */
async function dieAtEachCall(trial: Trial): Promise<void> {
  for (const loss of losses) {
    let callsBefore = 0;
    for (let isLost = true; isLost; callsBefore += 1) {
      const platform = new Platform();
      const id = randomUUID();
      const { run, check } = await trial(platform, id);
      platform.wire.loseOne(loss, callsBefore);
      const [{ status }] = await Promise.allSettled([run()]);
      isLost = platform.wire.repair();
      expect(status).toBe(isLost ? 'rejected' : 'fulfilled');
      if (isLost) await platform.recover();
      await check();
      expect([...platform.store.rows.values()].filter(({ intent }) => intent)).toEqual([]);
    }
    expect(callsBefore).toBeGreaterThan(3);
  }
}

const grants: [CredentialType, () => Grant][] = [
  ['client_secret', newSecret],
  ['public_key', () => newKey('EdDSA')],
];

describe.each(grants)('after a process died at any call, a %s credential', (_type, newGrant) => {
  it('has been created wholly or not at all', async () => {
    await dieAtEachCall(async (platform, id) => {
      const grant = newGrant();
      const check = async (): Promise<void> => {
        const exists = (await platform.credentials.find(id)) !== undefined;
        expect(await platform.admits(id, grant)).toBe(exists);
        expect(await platform.clientsOf(id)).toBe(exists ? 1 : 0);
        const rows = platform.outcomesOf('m2m-credentials:create');
        expect(rows.filter((outcome) => outcome === 'done')).toHaveLength(exists ? 1 : 0);
        expect(rows.length).toBeLessThanOrEqual(1);
      };
      return Promise.resolve({ run: () => platform.create(id, grant), check });
    });
  });

  it('has been rotated wholly or not at all, and exactly one secret or key works', async () => {
    await dieAtEachCall(async (platform, id) => {
      const [before, after] = [newGrant(), newGrant()];
      await platform.create(id, before);
      platform.now = new Date(noon.getTime() + 1_000);
      const check = async (): Promise<void> => {
        const credential = await platform.credentials.find(id);
        const isRotated = credential?.lastRotatedAt.getTime() !== noon.getTime();
        expect(await platform.admits(id, before)).toBe(!isRotated);
        expect(await platform.admits(id, after)).toBe(isRotated);
        const done = platform.outcomesOf('m2m-credentials:rotate').filter((outcome) => outcome === 'done');
        expect(done).toHaveLength(isRotated ? 1 : 0);
      };
      return { run: () => platform.rotate(id, after), check };
    });
  });

  it('has been revoked wholly or not at all', async () => {
    await dieAtEachCall(async (platform, id) => {
      const grant = newGrant();
      await platform.create(id, grant);
      const check = async (): Promise<void> => {
        const exists = (await platform.credentials.find(id)) !== undefined;
        expect(await platform.admits(id, grant)).toBe(exists);
        expect(await platform.clientsOf(id)).toBe(exists ? 1 : 0);
        expect(platform.outcomesOf('m2m-credentials:revoke')).toEqual(exists ? [] : ['done']);
      };
      return { run: () => platform.revoke(id), check };
    });
  });

  it('has been renamed wholly or not at all, and works', async () => {
    await dieAtEachCall(async (platform, id) => {
      const grant = newGrant();
      await platform.create(id, grant);
      const check = async (): Promise<void> => {
        const name = (await platform.credentials.find(id))?.name;
        expect(platform.outcomesOf('m2m-credentials:rename')).toEqual(name === 'Import' ? ['done'] : []);
        expect(await platform.admits(id, grant)).toBe(true);
      };
      return { run: () => platform.rename(id, 'Import'), check };
    });
  });
});

describe('a revocation', () => {
  it('shuts the guard before the provider has been asked', async () => {
    const platform = new Platform();
    const [id, grant] = [randomUUID(), newSecret()];
    await platform.create(id, grant);

    await platform.credentials.revoke(id, platform.beginning('m2m-credentials:revoke', id));

    expect(await platform.clientsOf(id)).toBe(1);
    expect(await platform.admits(id, grant)).toBe(false);
  });

  it('prevails over a rotation that is under way', async () => {
    const platform = new Platform();
    const [id, grant] = [randomUUID(), newSecret()];
    await platform.create(id, grant);
    const begun = await platform.credentials.beginRotation(
      id,
      platform.beginning('m2m-credentials:rotate', id),
    );
    if (begun.kind !== 'begun') throw new Error(begun.kind);

    await platform.revoke(id);

    await expect(platform.runner.carryOut(begun.intent, newSecret().authentication)).rejects.toThrow(
      IntentLost,
    );
    expect(await platform.clientsOf(id)).toBe(0);
    expect(platform.outcomesOf('m2m-credentials:rotate')).toEqual(['abandoned']);
  });
});

describe('of fifty rotations at the same time', () => {
  it('one is begun, and its secret is the one that works', async () => {
    const platform = new Platform();
    const [id, first] = [randomUUID(), newSecret()];
    await platform.create(id, first);
    const rotations = Array.from({ length: 50 }, newSecret);

    const results = await Promise.allSettled(rotations.map((grant) => platform.rotate(id, grant)));

    const done = rotations.filter((_, index) => results[index]?.status === 'fulfilled');
    const works = await Promise.all([first, ...rotations].map((grant) => platform.admits(id, grant)));
    expect(works.filter(Boolean)).toHaveLength(1);
    expect(done).toHaveLength(1);
    expect(await platform.admits(id, done[0] ?? first)).toBe(true);
  });
});

describe('CredentialReconciler', () => {
  it('leaves a change alone while its lease lasts', async () => {
    const platform = new Platform();
    const id = randomUUID();
    await platform.create(id, newSecret());
    await platform.credentials.beginRotation(id, platform.beginning('m2m-credentials:rotate', id));

    expect(await platform.reconciler.settleNext()).toBeUndefined();
    platform.now = new Date(noon.getTime() + intentLeaseMs);
    expect(await platform.reconciler.settleNext()).toBe('abandoned');
  });

  it('takes a creation from whoever is too slow, whose client then goes', async () => {
    const platform = new Platform();
    const [id, grant] = [randomUUID(), newSecret()];
    const draft = { id, name: 'Export', type: 'client_secret', ...nothingElse } as const;
    const serviceIdentity = { kind: 'new', id: randomUUID(), permissions } as const;
    const beginning = platform.beginning('m2m-credentials:create', id);
    const begun = await platform.credentials.beginCreation({ ...draft, serviceIdentity }, beginning);
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    await platform.recover();

    const { authentication } = grant;
    const slow = platform.runner.carryOut(begun.intent, {
      kind: 'client',
      name: 'Export',
      permissions,
      authentication,
    });

    await expect(slow).rejects.toThrow(IntentLost);
    expect(await platform.admits(id, grant)).toBe(false);
    expect(await platform.reconciler.deleteOrphans()).toBe(1);
    expect(await platform.clientsOf(id)).toBe(0);
  });

  it('tells when another has finished the change meanwhile', async () => {
    const platform = new Platform();
    const id = randomUUID();
    await platform.create(id, newSecret());
    await platform.credentials.revoke(id, platform.beginning('m2m-credentials:revoke', id));
    platform.now = new Date(noon.getTime() + intentLeaseMs);
    const deleteClient = platform.provider.deleteClient.bind(platform.provider);
    platform.provider.deleteClient = async (clientId) => {
      await deleteClient(clientId);
      for (const row of platform.store.rows.values()) row.intent = undefined;
    };

    expect(await platform.reconciler.settleNext()).toBe('lost');
  });

  it('deletes no client that has a credential, however many there are', async () => {
    const platform = new Platform();
    const created: M2mCredential[] = [];
    for (let count = 0; count < 101; count += 1) {
      const outcome = await platform.create(randomUUID(), newSecret());
      if (outcome.kind === 'finished' && outcome.credential) created.push(outcome.credential);
    }
    platform.store.rows.delete(created[100]?.id ?? '');
    platform.store.rows.delete(created[0]?.id ?? '');

    expect(await platform.reconciler.deleteOrphans()).toBe(2);
    expect(await platform.clientsOf(created[50]?.id ?? '')).toBe(1);
    expect(await platform.reconciler.deleteOrphans()).toBe(0);
  });
});
