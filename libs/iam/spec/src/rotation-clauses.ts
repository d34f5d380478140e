import { randomUUID } from 'node:crypto';
import { callerOf, newClient, newKey, newSecret, working } from './contract-client';
import { clause, type ContractClause } from './contract-clause';

const rotations = 4;

/** The clauses for rotation without failing calls. */
export const rotationClauses: readonly ContractClause[] = [
  clause('a rotated secret is valid at once and the previous one no longer, repeatedly', async (harness) => {
    let grant = newSecret();
    const client = newClient(harness, grant);
    const { clientId } = await harness.provider.createClient(client);
    for (let count = 0; count < rotations; count += 1) {
      const [before, revision] = [grant, randomUUID()];
      grant = newSecret();
      const { secret } = grant.authentication;
      const rotated = await harness.provider.rotateSecret(clientId, { secret, revision });

      expect(rotated).toEqual({ clientId, tag: client.tag, revision });
      expect(await working(harness, clientId, [before, grant])).toEqual([false, true]);
      expect(await harness.provider.rotateSecret(clientId, { secret, revision })).toEqual(rotated);
      expect(await working(harness, clientId, [before, grant])).toEqual([false, true]);
    }
    expect((await callerOf(harness, clientId, grant))?.permissions).toEqual(client.permissions);
  }),
  clause('a replaced key is valid at once and the previous one no longer, repeatedly', async (harness) => {
    const algorithms = [...harness.provider.capabilities.keyAlgorithms];
    let grant = newKey(algorithms[0] ?? 'RS256');
    const client = newClient(harness, grant);
    const { clientId } = await harness.provider.createClient(client);
    for (let count = 1; count <= rotations; count += 1) {
      const [before, revision] = [grant, randomUUID()];
      grant = newKey(algorithms[count % algorithms.length] ?? 'RS256');
      const { key, expiresAt } = grant.authentication;
      const change = { key, expiresAt, revision };
      const replaced = await harness.provider.replaceKey(clientId, change);

      expect(replaced).toEqual({ clientId, tag: client.tag, revision });
      expect(await working(harness, clientId, [before, grant])).toEqual([false, true]);
      expect(await harness.provider.replaceKey(clientId, change)).toEqual(replaced);
      expect(await working(harness, clientId, [before, grant])).toEqual([false, true]);
    }
    expect((await callerOf(harness, clientId, grant))?.permissions).toEqual(client.permissions);
  }),
  clause('of rotations at the same time one remains', async (harness) => {
    const first = newSecret();
    const { clientId } = await harness.provider.createClient(newClient(harness, first));
    const grants = Array.from({ length: 8 }, newSecret);
    await Promise.allSettled(
      grants.map(({ authentication: { secret } }) =>
        harness.provider.rotateSecret(clientId, { secret, revision: randomUUID() }),
      ),
    );
    const works = await working(harness, clientId, [first, ...grants]);
    expect(works.filter(Boolean)).toHaveLength(1);
  }),
];
