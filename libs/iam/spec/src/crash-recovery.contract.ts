import { type CredentialType, IntentLost } from '../../src';
import { randomUUID } from 'node:crypto';
import { type Grant, newKey, newSecret } from './contract-client';
import { clientGrant, CrashPlatform, noon } from './crash-platform';
import { type CredentialStoreHarness } from './credential-store-harness';
import { losses } from './faulty-wire';

type Open = () => CredentialStoreHarness | Promise<CredentialStoreHarness>;

/**
 * Declares the specs of ADR 7 that every `CredentialStore` must pass, together with the change runner, the reconciler and an
 * awkward provider: after any crash, a change is either complete or without effect.
 */
export function crashRecoveryContract(store: string, open: Open): void {
  describe(`with ${store}`, () => {
    let harness: CredentialStoreHarness;
    const newPlatform = (): CrashPlatform => new CrashPlatform(harness);
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    crashes(newPlatform);
    revocations(newPlatform);
    concurrency(newPlatform);
    reconciliation(newPlatform);
  });
}

const hourMs = 3_600_000;

function laterBy(ms: number): Date {
  return new Date(noon.getTime() + ms);
}

type NewPlatform = () => CrashPlatform;

type Trial = (
  platform: CrashPlatform,
  id: string,
) => Promise<{ run: () => Promise<unknown>; check: () => Promise<void> }>;

/** Kills the process before and after each of its calls in turn, and lets another process recover. */
async function dieAtEachCall(newPlatform: NewPlatform, trial: Trial): Promise<void> {
  for (const loss of losses) {
    let callsBefore = 0;
    for (let isLost = true; isLost; callsBefore += 1) {
      const platform = newPlatform();
      const id = randomUUID();
      const { run, check } = await trial(platform, id);
      platform.wire.loseOne(loss, callsBefore);
      const [{ status }] = await Promise.allSettled([run()]);
      isLost = platform.wire.repair();
      expect(status).toBe(isLost ? 'rejected' : 'fulfilled');
      if (isLost) await platform.recover();
      await check();
      expect(await platform.hasUnfinished()).toBe(false);
    }
    expect(callsBefore).toBeGreaterThan(3);
  }
}

const grants: [CredentialType, () => Grant][] = [
  ['client_secret', newSecret],
  ['public_key', () => newKey('EdDSA')],
];

function crashes(newPlatform: NewPlatform): void {
  describe.each(grants)('after a crash at any call, a %s credential', (_type, newGrant) => {
    it('is created completely or not at all', async () => {
      await dieAtEachCall(newPlatform, (platform, id) => {
        const grant = newGrant();
        const check = async (): Promise<void> => {
          const exists = (await platform.credentials.find(id)) !== undefined;
          expect(await platform.admits(id, grant)).toBe(exists);
          expect(await platform.clientsOf(id)).toBe(exists ? 1 : 0);
          const rows = await platform.outcomesOf(id, 'm2m-credentials:create');
          expect(rows.filter((outcome) => outcome === 'done')).toHaveLength(exists ? 1 : 0);
          expect(rows.length).toBeLessThanOrEqual(1);
        };
        return Promise.resolve({ run: () => platform.create(id, grant), check });
      });
    });

    it('is rotated completely or not at all, and exactly one secret or key is valid', async () => {
      await dieAtEachCall(newPlatform, async (platform, id) => {
        const [before, after] = [newGrant(), newGrant()];
        await platform.create(id, before);
        platform.now = new Date(noon.getTime() + 1_000);
        const check = async (): Promise<void> => {
          const credential = await platform.credentials.find(id);
          const isRotated = credential?.lastRotatedAt.getTime() !== noon.getTime();
          expect(await platform.admits(id, before)).toBe(!isRotated);
          expect(await platform.admits(id, after)).toBe(isRotated);
          const rows = await platform.outcomesOf(id, 'm2m-credentials:rotate');
          expect(rows.filter((outcome) => outcome === 'done')).toHaveLength(isRotated ? 1 : 0);
        };
        return { run: () => platform.rotate(id, after), check };
      });
    });

    it('is rotated with an overlap completely or not at all, and the old one works in both cases', async () => {
      await dieAtEachCall(newPlatform, async (platform, id) => {
        const [before, after] = [newGrant(), newGrant()];
        await platform.create(id, before);
        platform.now = laterBy(1_000);
        const check = async (): Promise<void> => {
          const credential = await platform.credentials.find(id);
          const isRotated = credential?.previous !== undefined;
          expect(credential?.previous).toEqual(
            isRotated ? { lastFour: undefined, createdAt: noon, expiresAt: laterBy(hourMs) } : undefined,
          );
          expect(await platform.admits(id, before)).toBe(true);
          expect(await platform.admits(id, after)).toBe(isRotated);
          platform.now = laterBy(hourMs);
          expect(await platform.admits(id, before)).toBe(!isRotated);
          expect(await platform.admits(id, after)).toBe(isRotated);
          const rows = await platform.outcomesOf(id, 'm2m-credentials:rotate');
          expect(rows.filter((outcome) => outcome === 'done')).toHaveLength(isRotated ? 1 : 0);
        };
        return { run: () => platform.rotate(id, after, laterBy(hourMs)), check };
      });
    });

    it('loses its previous secret or key completely or not at all, and keeps the current one', async () => {
      await dieAtEachCall(newPlatform, async (platform, id) => {
        const [before, after] = [newGrant(), newGrant()];
        await platform.create(id, before);
        await platform.rotate(id, after, laterBy(hourMs));
        const check = async (): Promise<void> => {
          const hasPrevious = (await platform.credentials.find(id))?.previous !== undefined;
          expect(await platform.admits(id, before)).toBe(hasPrevious);
          expect(await platform.admits(id, after)).toBe(true);
          const rows = await platform.outcomesOf(id, 'm2m-credentials:revoke-previous-secret');
          expect(rows).toEqual(hasPrevious ? [] : ['done']);
        };
        return { run: () => platform.endOverlap(id), check };
      });
    });

    it('is revoked completely or not at all', async () => {
      await dieAtEachCall(newPlatform, async (platform, id) => {
        const grant = newGrant();
        await platform.create(id, grant);
        const check = async (): Promise<void> => {
          const exists = (await platform.credentials.find(id)) !== undefined;
          expect(await platform.admits(id, grant)).toBe(exists);
          expect(await platform.clientsOf(id)).toBe(exists ? 1 : 0);
          expect(await platform.outcomesOf(id, 'm2m-credentials:revoke')).toEqual(exists ? [] : ['done']);
        };
        return { run: () => platform.revoke(id), check };
      });
    });

    it('is renamed completely or not at all, and is valid', async () => {
      await dieAtEachCall(newPlatform, async (platform, id) => {
        const grant = newGrant();
        await platform.create(id, grant);
        const check = async (): Promise<void> => {
          const name = (await platform.credentials.find(id))?.name;
          const rows = await platform.outcomesOf(id, 'm2m-credentials:rename');
          expect(rows).toEqual(name === 'Import' ? ['done'] : []);
          expect(await platform.admits(id, grant)).toBe(true);
        };
        return { run: () => platform.rename(id, 'Import'), check };
      });
    });
  });
}

function revocations(newPlatform: NewPlatform): void {
  describe('a revocation', () => {
    it('closes the guard before the request to the provider', async () => {
      const platform = newPlatform();
      const [id, grant] = [randomUUID(), newSecret()];
      await platform.create(id, grant);

      const begun = await platform.credentials.revoke(id, platform.beginning('m2m-credentials:revoke', id));

      expect(await platform.clientsOf(id)).toBe(1);
      expect(await platform.admits(id, grant)).toBe(false);
      if (begun.kind === 'begun') await platform.runner.carryOut(begun.intent);
    });

    it('overrides a pending rotation', async () => {
      const platform = newPlatform();
      const [id, grant] = [randomUUID(), newSecret()];
      await platform.create(id, grant);
      const rotating = platform.beginning('m2m-credentials:rotate', id);
      const begun = await platform.credentials.beginRotation(id, rotating);
      if (begun.kind !== 'begun') throw new Error(begun.kind);

      await platform.revoke(id);

      const rotation = platform.runner.carryOut(begun.intent, newSecret().authentication);
      await expect(rotation).rejects.toThrow(IntentLost);
      expect(await platform.clientsOf(id)).toBe(0);
      expect(await platform.outcomesOf(id, 'm2m-credentials:rotate')).toEqual(['abandoned']);
    });
  });
}

function concurrency(newPlatform: NewPlatform): void {
  describe('of fifty concurrent rotations', () => {
    it('one starts, and its secret is the valid one', async () => {
      const platform = newPlatform();
      const [id, first] = [randomUUID(), newSecret()];
      await platform.create(id, first);
      const rotations = Array.from({ length: 50 }, newSecret);

      const begun = await Promise.all(
        rotations.map(() =>
          platform.credentials.beginRotation(id, platform.beginning('m2m-credentials:rotate', id)),
        ),
      );

      const winner = begun.findIndex(({ kind }) => kind === 'begun');
      const [change, grant] = [begun[winner], rotations[winner] ?? first];
      expect(begun.filter(({ kind }) => kind === 'busy')).toHaveLength(49);
      if (change?.kind !== 'begun') throw new Error(change?.kind);
      await platform.runner.carryOut(change.intent, grant.authentication);
      const works = await Promise.all([first, ...rotations].map((each) => platform.admits(id, each)));
      expect(works.filter(Boolean)).toHaveLength(1);
      expect(await platform.admits(id, grant)).toBe(true);
    });
  });
}

function reconciliation(newPlatform: NewPlatform): void {
  describe('CredentialReconciler', () => {
    it('does not touch a change with a valid lease', async () => {
      const platform = newPlatform();
      const id = randomUUID();
      await platform.create(id, newSecret());
      await platform.credentials.beginRotation(id, platform.beginning('m2m-credentials:rotate', id));

      expect(await platform.reconciler.settleNext()).toBeUndefined();
      platform.outlastLeases();
      expect(await platform.reconciler.settleNext()).toBe('abandoned');
    });

    it('takes over a creation from a process that is too slow, and deletes its client', async () => {
      const platform = newPlatform();
      const [id, grant] = [randomUUID(), newSecret()];
      const begun = await platform.beginCreation(id, grant);
      if (begun.kind !== 'begun') throw new Error(begun.kind);
      await platform.recover();

      await expect(platform.runner.carryOut(begun.intent, clientGrant(grant))).rejects.toThrow(IntentLost);

      expect(await platform.admits(id, grant)).toBe(false);
      expect(await platform.reconciler.deleteOrphans()).toBe(1);
      expect(await platform.clientsOf(id)).toBe(0);
    });

    it('reports when another process has finished the change', async () => {
      const platform = newPlatform();
      const id = randomUUID();
      await platform.create(id, newSecret());
      await platform.credentials.revoke(id, platform.beginning('m2m-credentials:revoke', id));
      platform.outlastLeases();
      const deleteClient = platform.provider.deleteClient.bind(platform.provider);
      platform.provider.deleteClient = async () => {
        platform.provider.deleteClient = deleteClient;
        platform.outlastLeases();
        expect(await platform.reconciler.settleNext()).toBe('finished');
      };

      expect(await platform.reconciler.settleNext()).toBe('lost');
    });

    it('deletes no client that has a credential, among any number of clients', async () => {
      const platform = newPlatform();
      const ids = Array.from({ length: 101 }, () => randomUUID());
      for (const id of ids) await platform.create(id, newSecret());
      for (const id of [ids[0], ids[100]]) {
        const begun = await platform.credentials.revoke(
          id ?? '',
          platform.beginning('m2m-credentials:revoke', id ?? ''),
        );
        // Its row says that the client is deleted, as in a restored database.
        if (begun.kind === 'begun') await platform.credentials.finishFollowUp(begun.intent);
      }

      expect(await platform.reconciler.deleteOrphans()).toBe(2);
      expect(await platform.clientsOf(ids[50] ?? '')).toBe(1);
      expect(await platform.reconciler.deleteOrphans()).toBe(0);
    });
  });
}
