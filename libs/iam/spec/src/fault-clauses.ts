import { IdentityProviderUnavailable, type NewClient, type ProviderClient } from '../../src';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  anyAlgorithm,
  clientsOf,
  type Grant,
  newClient,
  newKey,
  newSecret,
  working,
} from './contract-client';
import { clause, type ContractClause } from './contract-clause';
import { losses } from './faulty-wire';
import { type IdentityProviderHarness } from './identity-provider-harness';

const mostCalls = 40;

/** A call of the port, started again for each of its calls to the provider. */
interface Attempt {
  /** Values that an error must not contain. */
  readonly secrets: readonly string[];
  run(): Promise<unknown>;
  /** Must hold after a failed run, with or without effect. */
  afterFailure(): Promise<void>;
  /** Must hold after a successful run. */
  afterSuccess(): Promise<void>;
}

/** Loses each call of an attempt in turn, its request and then its answer, and repeats the attempt. */
async function loseEach(harness: IdentityProviderHarness, begin: () => Promise<Attempt>): Promise<void> {
  for (const loss of losses) {
    let callsBefore = 0;
    for (let isLost = true; isLost; callsBefore += 1) {
      expect(callsBefore).toBeLessThan(mostCalls);
      const attempt = await begin();
      harness.loseOne(loss, callsBefore);
      const error = await attempt.run().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      isLost = harness.repair();
      if (error === undefined) {
        await attempt.afterSuccess();
      } else {
        expect(error).toBeInstanceOf(IdentityProviderUnavailable);
        const text = inspect(error, { depth: 8 });
        for (const secret of attempt.secrets) expect(text).not.toContain(secret);
        await attempt.afterFailure();
      }
      await attempt.run();
      await attempt.afterSuccess();
    }
    // The first call must have been lost: an adapter that makes no calls proves nothing.
    expect(callsBefore).toBeGreaterThan(1);
  }
}

async function beginCreation(harness: IdentityProviderHarness, grant: Grant): Promise<Attempt> {
  const { provider } = harness;
  const client: NewClient = newClient(harness, grant);
  return Promise.resolve({
    secrets: 'secret' in grant.proof ? [grant.proof.secret] : [],
    run: () => provider.createClient(client),
    async afterFailure() {
      const found = await provider.findClient(client.tag);
      expect(await clientsOf(harness, client.tag)).toEqual(found ? [found.clientId] : []);
    },
    async afterSuccess() {
      const found = await provider.findClient(client.tag);
      expect(await clientsOf(harness, client.tag)).toEqual([found?.clientId]);
      expect(await working(harness, found?.clientId ?? '', [grant])).toEqual([true]);
    },
  });
}

interface Change {
  readonly before: Grant;
  readonly after: Grant;
  /** Whether `before` works after the change too. */
  readonly overlaps?: boolean;
  readonly run: (clientId: string, revision: string) => Promise<ProviderClient>;
}

async function beginChange(
  harness: IdentityProviderHarness,
  { before, after, overlaps = false, run }: Change,
): Promise<Attempt> {
  const client = newClient(harness, before);
  const { clientId } = await harness.provider.createClient(client);
  const revision = randomUUID();
  const grants = [before, after];
  return {
    secrets: grants.flatMap(({ proof }) => ('secret' in proof ? [proof.secret] : [])),
    run: () => run(clientId, revision),
    async afterFailure() {
      const found = await harness.provider.findClient(client.tag);
      expect([client.revision, revision]).toContain(found?.revision);
      const isChanged = found?.revision === revision;
      expect(await working(harness, clientId, grants)).toEqual([overlaps || !isChanged, isChanged]);
    },
    async afterSuccess() {
      expect(await harness.provider.findClient(client.tag)).toMatchObject({ clientId, revision });
      expect(await working(harness, clientId, grants)).toEqual([overlaps, true]);
    },
  };
}

const hourMs = 3_600_000;

/** A rotation or, with `overlaps`, one after which both work. */
function beginReplacement(
  harness: IdentityProviderHarness,
  [before, after]: readonly [Grant, Grant],
  overlaps: boolean,
): Promise<Attempt> {
  const { provider } = harness;
  const overlapUntil = overlaps ? new Date(Date.now() + hourMs) : undefined;
  const run: Change['run'] = (clientId, revision) => {
    const { authentication } = after;
    return authentication.kind === 'secret'
      ? provider.rotateSecret(clientId, { secret: authentication.secret, overlapUntil, revision })
      : provider.replaceKey(clientId, {
          key: authentication.key,
          expiresAt: authentication.expiresAt,
          overlapUntil,
          revision,
        });
  };
  return beginChange(harness, { before, after, overlaps, run });
}

/** Without an overlap and, if the provider can, with one. */
async function loseEachReplacement(harness: IdentityProviderHarness, newGrant: () => Grant): Promise<void> {
  for (const overlaps of harness.provider.capabilities.overlap ? [false, true] : [false]) {
    await loseEach(harness, () => beginReplacement(harness, [newGrant(), newGrant()], overlaps));
  }
}

/** The clauses for a lost request or response, at every call of an adapter. */
export const faultClauses: readonly ContractClause[] = [
  clause(
    'a lost call of createClient leaves at most one client, and the next one completes it',
    async (harness) => {
      await loseEach(harness, () => beginCreation(harness, newSecret()));
      const algorithm = anyAlgorithm(harness);
      await loseEach(harness, () => beginCreation(harness, newKey(algorithm)));
    },
  ),
  clause('what a lost call of createClient leaves can be found and deleted', async (harness) => {
    const { provider } = harness;
    await loseEach(harness, async () => {
      const grant = newSecret();
      const client = newClient(harness, grant);
      return Promise.resolve({
        secrets: [grant.authentication.secret],
        run: () => provider.createClient(client),
        async afterFailure() {
          const found = await provider.findClient(client.tag);
          if (found) await provider.deleteClient(found.clientId);
          expect(await clientsOf(harness, client.tag)).toEqual([]);
          expect(await working(harness, found?.clientId ?? '', [grant])).toEqual([false]);
        },
        async afterSuccess() {
          expect(await clientsOf(harness, client.tag)).toHaveLength(1);
        },
      });
    });
  }),
  clause(
    'after a lost call of rotateSecret the revision says which secret works, and the next one completes it',
    async (harness) => {
      await loseEachReplacement(harness, newSecret);
    },
  ),
  clause(
    'after a lost call of replaceKey the revision says which key works, and the next one completes it',
    async (harness) => {
      const algorithm = anyAlgorithm(harness);
      await loseEachReplacement(harness, () => newKey(algorithm));
    },
  ),
  clause(
    'a lost call of endOverlap never harms the current secret, and the next one completes it',
    async (harness) => {
      if (!harness.provider.capabilities.overlap) return;
      await loseEach(harness, async () => {
        const [before, after] = [newSecret(), newSecret()];
        const client = newClient(harness, before);
        const { clientId } = await harness.provider.createClient(client);
        const overlapUntil = new Date(Date.now() + hourMs);
        const { secret } = after.authentication;
        await harness.provider.rotateSecret(clientId, { secret, overlapUntil, revision: randomUUID() });
        const revision = randomUUID();
        const worksAfter = async (): Promise<void> => {
          const found = await harness.provider.findClient(client.tag);
          const hasEnded = found?.revision === revision;
          expect(await working(harness, clientId, [before, after])).toEqual([!hasEnded, true]);
        };
        return {
          secrets: [secret],
          run: () => harness.provider.endOverlap(clientId, { revision }),
          afterFailure: worksAfter,
          async afterSuccess() {
            expect(await harness.provider.findClient(client.tag)).toMatchObject({ revision });
            await worksAfter();
          },
        };
      });
    },
  ),
  clause('a lost call of renameClient harms nothing, and the next one completes it', async (harness) => {
    await loseEach(harness, async () => {
      const grant = newSecret();
      const client = newClient(harness, grant);
      const { clientId } = await harness.provider.createClient(client);
      const revision = randomUUID();
      const works = async (): Promise<void> => {
        expect(await working(harness, clientId, [grant])).toEqual([true]);
      };
      return {
        secrets: [grant.authentication.secret],
        run: () => harness.provider.renameClient(clientId, { name: 'Renamed', revision }),
        afterFailure: works,
        async afterSuccess() {
          expect(await harness.provider.findClient(client.tag)).toMatchObject({ clientId, revision });
          await works();
        },
      };
    });
  }),
  clause(
    'a lost call of deleteClient leaves the client or not, and the next one completes it',
    async (harness) => {
      await loseEach(harness, async () => {
        const grant = newSecret();
        const client = newClient(harness, grant);
        const { clientId } = await harness.provider.createClient(client);
        return {
          secrets: [grant.authentication.secret],
          run: () => harness.provider.deleteClient(clientId),
          async afterFailure() {
            if (!(await harness.provider.findClient(client.tag))) {
              expect(await working(harness, clientId, [grant])).toEqual([false]);
            }
          },
          async afterSuccess() {
            expect(await clientsOf(harness, client.tag)).toEqual([]);
            expect(await working(harness, clientId, [grant])).toEqual([false]);
          },
        };
      });
    },
  ),
  clause('looking for clients says when it could not look', async (harness) => {
    const client = newClient(harness, newSecret());
    await harness.provider.createClient(client);
    const looks = [() => harness.provider.findClient(client.tag), () => clientsOf(harness, client.tag)];
    for (const look of looks) {
      harness.loseOne('answer', 0);
      await expect(look()).rejects.toThrow(IdentityProviderUnavailable);
      harness.repair();
    }
  }),
];
