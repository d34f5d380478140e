import { type Replacement } from '../../src';
import { randomUUID } from 'node:crypto';
import { anyAlgorithm, type Grant, newClient, newKey, newSecret, working } from './contract-client';
import { clause, type ContractClause } from './contract-clause';
import { type IdentityProviderHarness } from './identity-provider-harness';

const minuteMs = 60_000;

const kinds: readonly ((harness: IdentityProviderHarness) => Grant)[] = [
  () => newSecret(),
  (harness) => newKey(anyAlgorithm(harness)),
];

async function replace(
  { provider }: IdentityProviderHarness,
  clientId: string,
  { authentication, ...change }: Pick<Grant, 'authentication'> & Omit<Replacement, 'revision'>,
): Promise<void> {
  const { kind, ...grant } = authentication;
  const all = { ...grant, ...change, revision: randomUUID() };
  if (kind === 'secret' && 'secret' in all) await provider.rotateSecret(clientId, all);
  if (kind === 'key' && 'key' in all) await provider.replaceKey(clientId, all);
}

/** The same grant, which expires. */
function expiring(grant: Grant, expiresAt: Date): Grant {
  return { ...grant, authentication: { ...grant.authentication, expiresAt } };
}

/** Runs a check for secrets and for keys, from now on by the clock of the test. */
async function atTimes(
  harness: IdentityProviderHarness,
  check: (parts: { newGrant: () => Grant; later: (minutes: number) => Date }) => Promise<void>,
): Promise<void> {
  const start = Date.now();
  const later = (minutes: number): Date => new Date(start + minutes * minuteMs);
  for (const kind of kinds) {
    await check({ newGrant: () => kind(harness), later });
    harness.setTime(undefined);
  }
}

/** The clauses for secrets and keys that expire, and for the overlap of a rotation. */
export const overlapClauses: readonly ContractClause[] = [
  clause('a secret or key works until it expires', async (harness) => {
    await atTimes(harness, async ({ newGrant, later }) => {
      const first = expiring(newGrant(), later(10));
      const { clientId } = await harness.provider.createClient(newClient(harness, first));
      expect(await working(harness, clientId, [first])).toEqual([true]);
      // Of such a provider only the guard refuses the tokens.
      if (!harness.provider.capabilities.expiry) return;
      harness.setTime(later(10));
      expect(await working(harness, clientId, [first])).toEqual([false]);

      const second = expiring(newGrant(), later(20));
      await replace(harness, clientId, second);
      expect(await working(harness, clientId, [second])).toEqual([true]);
      harness.setTime(later(20));
      expect(await working(harness, clientId, [first, second])).toEqual([false, false]);

      const third = newGrant();
      await replace(harness, clientId, third);
      harness.setTime(later(100));
      expect(await working(harness, clientId, [third])).toEqual([true]);
    });
  }),
  clause(
    'with an overlap both secrets or keys work until its end, and then only the new one',
    async (harness) => {
      if (!harness.provider.capabilities.overlap) return;
      await atTimes(harness, async ({ newGrant, later }) => {
        const [first, second] = [newGrant(), newGrant()];
        const { clientId } = await harness.provider.createClient(newClient(harness, first));
        await replace(harness, clientId, { ...second, overlapUntil: later(10) });

        expect(await working(harness, clientId, [first, second])).toEqual([true, true]);
        harness.setTime(new Date(later(10).getTime() - 1));
        expect(await working(harness, clientId, [first, second])).toEqual([true, true]);
        harness.setTime(later(10));
        expect(await working(harness, clientId, [first, second])).toEqual([false, true]);
      });
    },
  ),
  clause('an overlap ends no later than either secret or key', async (harness) => {
    if (!harness.provider.capabilities.overlap) return;
    await atTimes(harness, async ({ newGrant, later }) => {
      for (const [oldEnd, newEnd] of [
        [5, 20],
        [20, 5],
      ] as const) {
        const first = expiring(newGrant(), later(oldEnd));
        const second = expiring(newGrant(), later(newEnd));
        const { clientId } = await harness.provider.createClient(newClient(harness, first));
        await replace(harness, clientId, { ...second, overlapUntil: later(10) });

        expect(await working(harness, clientId, [first, second])).toEqual([true, true]);
        harness.setTime(later(5));
        expect(await working(harness, clientId, [first, second])).toEqual([false, newEnd > 5]);
        harness.setTime(undefined);
      }
    });
  }),
  clause('an overlap can be ended early, and the current secret or key still works', async (harness) => {
    if (!harness.provider.capabilities.overlap) return;
    await atTimes(harness, async ({ newGrant, later }) => {
      const [first, second] = [newGrant(), newGrant()];
      const client = newClient(harness, first);
      const { clientId } = await harness.provider.createClient(client);
      await replace(harness, clientId, { ...second, overlapUntil: later(10) });
      const revision = randomUUID();

      const ended = await harness.provider.endOverlap(clientId, { revision });
      expect(ended).toEqual({ clientId, tag: client.tag, revision });
      expect(await working(harness, clientId, [first, second])).toEqual([false, true]);
      expect(await harness.provider.endOverlap(clientId, { revision })).toEqual(ended);
      expect(await working(harness, clientId, [first, second])).toEqual([false, true]);
    });
  }),
  clause('the next rotation ends an overlap: at most two secrets or keys work', async (harness) => {
    if (!harness.provider.capabilities.overlap) return;
    await atTimes(harness, async ({ newGrant, later }) => {
      const grants = [newGrant(), newGrant(), newGrant(), newGrant()] as const;
      const [first, second, third, fourth] = grants;
      const { clientId } = await harness.provider.createClient(newClient(harness, first));
      await replace(harness, clientId, { ...second, overlapUntil: later(10) });
      await replace(harness, clientId, { ...third, overlapUntil: later(10) });
      expect(await working(harness, clientId, grants)).toEqual([false, true, true, false]);
      await replace(harness, clientId, fourth);
      expect(await working(harness, clientId, grants)).toEqual([false, false, false, true]);
    });
  }),
  clause('a client that is created again has no previous secret or key', async (harness) => {
    if (!harness.provider.capabilities.overlap) return;
    await atTimes(harness, async ({ newGrant, later }) => {
      const [first, second, third] = [newGrant(), newGrant(), newGrant()];
      const client = newClient(harness, first);
      const { clientId } = await harness.provider.createClient(client);
      await replace(harness, clientId, { ...second, overlapUntil: later(10) });
      const { authentication } = third;
      await harness.provider.createClient({ ...client, authentication, revision: randomUUID() });
      expect(await working(harness, clientId, [first, second, third])).toEqual([false, false, true]);
    });
  }),
];
