import { newSecret } from '../../spec/src/contract-client';
import { CrashPlatform } from '../../spec/src/crash-platform';
import { inMemoryStoreHarness } from '../../spec/src/in-memory-harness';
import { InMemoryIdentityProvider } from '../../spec/src/in-memory-identity-provider';
import { randomUUID } from 'node:crypto';
import { CredentialReconciler, type Settlement } from './credential-reconciler';

/** The reconciler of a platform that has moved to another provider. */
describe('CredentialReconciler after a move', () => {
  let before: CrashPlatform;
  let provider: InMemoryIdentityProvider;
  let calls: number;
  let reconciler: CredentialReconciler;
  const id = randomUUID();

  beforeEach(async () => {
    const harness = inMemoryStoreHarness();
    before = new CrashPlatform(harness);
    await before.create(id, newSecret());
    provider = new InMemoryIdentityProvider();
    calls = 0;
    const counted = new Proxy(provider, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]) => {
          calls += 1;
          return Reflect.apply(member, target, values) as unknown;
        };
      },
    });
    const issuer = 'https://new.example.org';
    reconciler = new CredentialReconciler({
      store: harness.store,
      provider: counted,
      issuer,
      now: () => before.now,
    });
  });

  async function settled(): Promise<readonly Settlement[]> {
    before.outlastLeases();
    const outcomes: Settlement[] = [];
    for (let next = await reconciler.settleNext(); next; next = await reconciler.settleNext())
      outcomes.push(next);
    return outcomes;
  }

  it.each<[string, () => Promise<unknown>, Settlement]>([
    ['a creation', () => before.beginCreation(randomUUID(), newSecret()), 'abandoned'],
    [
      'a rotation',
      () => before.credentials.beginRotation(id, before.beginning('m2m-credentials:rotate', id)),
      'abandoned',
    ],
    [
      'a new name',
      () =>
        before.credentials.rename(
          id,
          { name: 'After', description: undefined },
          before.beginning('m2m-credentials:rename', id),
        ),
      'finished',
    ],
    [
      'a revocation',
      () => before.credentials.revoke(id, before.beginning('m2m-credentials:revoke', id)),
      'finished',
    ],
  ])('settles %s that was begun before, without a call', async (_, begin, outcome) => {
    await begin();
    expect(await settled()).toEqual([outcome]);
    expect(calls).toBe(0);
  });

  it('abandons the end of an overlap, whose secret may still work at the former provider', async () => {
    const later = new Date(before.now.getTime() + 3_600_000);
    await before.rotate(id, newSecret(), later);
    await before.credentials.beginEndOfOverlap(
      id,
      before.beginning('m2m-credentials:revoke-previous-secret', id),
    );
    expect(await settled()).toEqual(['abandoned']);
    expect((await before.credentials.find(id))?.previous).toBeDefined();
    expect(calls).toBe(0);
  });

  it('neither ends a credential that the new provider does not know nor creates its client', async () => {
    expect([await settled(), await reconciler.deleteOrphans()]).toEqual([[], 0]);
    expect(await before.credentials.find(id)).toBeDefined();
    expect(await before.clientsOf(id)).toBe(1);
    expect(await provider.findClient(id)).toBeUndefined();
  });
});
