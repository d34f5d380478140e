import { ClientUnknown, type NewClient } from '../../src';
import { randomUUID } from 'node:crypto';
import { anyAlgorithm, callerOf, clientsOf, newClient, newKey, newSecret, working } from './contract-client';
import { clause, type ContractClause } from './contract-clause';
import { type IdentityProviderHarness } from './identity-provider-harness';

const names = ['a', 'Ünïcode 例 🔑', `<b>"quotes" & 'more'</b>`, 'x'.repeat(100), '../%2e%2e?a=b#c'];

async function expectOnly(
  harness: IdentityProviderHarness,
  client: NewClient,
  clientId: string,
): Promise<void> {
  const { provider } = harness;
  expect(await provider.findClient(client.tag)).toEqual({
    clientId,
    tag: client.tag,
    revision: client.revision,
  });
  expect(await clientsOf(harness, client.tag)).toEqual([clientId]);
}

/** The clauses for clients without failing calls. */
export const clientClauses: readonly ContractClause[] = [
  clause(
    'a client made with a secret is a machine of its organization with its permissions',
    async (harness) => {
      const grant = newSecret();
      for (const orgId of harness.orgIds) {
        const client = newClient(harness, grant, { orgId });
        const { clientId } = await harness.provider.createClient(client);

        const caller = await callerOf(harness, clientId, grant);
        expect(caller).toMatchObject({ kind: 'machine', clientId, orgId });
        expect(caller?.permissions).toEqual(client.permissions);
        await expectOnly(harness, client, clientId);
      }
    },
  ),
  clause('a client made with a key asks with each algorithm that the provider verifies', async (harness) => {
    expect(harness.provider.capabilities.keyAlgorithms.size).toBeGreaterThan(0);
    for (const algorithm of harness.provider.capabilities.keyAlgorithms) {
      const [grant, stranger] = [newKey(algorithm), newKey(algorithm)];
      const client = newClient(harness, grant);
      const { clientId } = await harness.provider.createClient(client);

      expect(await callerOf(harness, clientId, grant)).toMatchObject({ kind: 'machine', clientId });
      expect(await working(harness, clientId, [stranger, newSecret()])).toEqual([false, false]);
    }
  }),
  clause(
    'an assertion names the thumbprint of its key or no key, and another one only where told',
    async (harness) => {
      const { provider } = harness;
      const grant = newKey(anyAlgorithm(harness));
      const { clientId } = await provider.createClient(newClient(harness, grant));
      const naming = (kid: string) => ({ ...grant, proof: { ...grant.proof, kid } });
      const grants = [grant, naming(grant.authentication.key.thumbprint), naming('a-key-of-mine')];
      expect(await working(harness, clientId, grants)).toEqual([
        true,
        true,
        provider.capabilities.foreignKid,
      ]);
    },
  ),
  clause('a token is valid for at most ten minutes', async (harness) => {
    const { authentication, proof } = newSecret();
    const { clientId } = await harness.provider.createClient(newClient(harness, { authentication, proof }));
    const { iat, exp } = (await harness.requestToken({ clientId, ...proof })) ?? {};
    expect(Number(exp) - Number(iat)).toBeGreaterThan(0);
    expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(600);
  }),
  clause('a client without permissions has none', async (harness) => {
    const grant = newSecret();
    const client = newClient(harness, grant, { permissions: new Set() });
    const { clientId } = await harness.provider.createClient(client);
    expect((await callerOf(harness, clientId, grant))?.permissions).toEqual(new Set());
  }),
  clause(
    'a client with allowed networks gets tokens from them only, however it authenticates',
    async (harness) => {
      if (!harness.provider.capabilities.networks) return;
      const [here, elsewhere] = [
        ['127.0.0.0/8', '::1/128'],
        ['192.0.2.0/24', '2001:db8::/32'],
      ];
      for (const grant of [newSecret(), newKey(anyAlgorithm(harness))]) {
        const client = newClient(harness, grant, { allowedNetworks: elsewhere });
        const { clientId } = await harness.provider.createClient(client);
        expect(await working(harness, clientId, [grant])).toEqual([false]);

        await harness.provider.createClient({ ...client, revision: randomUUID(), allowedNetworks: here });
        expect(await working(harness, clientId, [grant])).toEqual([true]);
      }
    },
  ),
  clause('a client is made once, however often that is asked', async (harness) => {
    const grant = newSecret();
    const client = newClient(harness, grant);
    const first = await harness.provider.createClient(client);

    expect(await harness.provider.createClient(client)).toEqual(first);
    await expectOnly(harness, client, first.clientId);
    expect(await working(harness, first.clientId, [grant])).toEqual([true]);
  }),
  clause('a client that is there already is brought to what is asked', async (harness) => {
    const [before, after] = [newSecret(), newSecret()];
    const client = newClient(harness, before);
    const { clientId } = await harness.provider.createClient(client);
    const again = { ...client, ...after, revision: randomUUID(), permissions: new Set<never>() };

    expect(await harness.provider.createClient(again)).toMatchObject({
      clientId,
      revision: again.revision,
    });
    expect(await working(harness, clientId, [before, after])).toEqual([false, true]);
    expect((await callerOf(harness, clientId, after))?.permissions).toEqual(new Set());
  }),
  clause('any name will do, and a new one changes nothing else', async (harness) => {
    const grant = newSecret();
    const client = newClient(harness, grant);
    const { clientId } = await harness.provider.createClient(client);
    for (const name of names) {
      const revision = randomUUID();
      const renamed = await harness.provider.renameClient(clientId, { name, revision });

      expect(renamed).toEqual({ clientId, tag: client.tag, revision });
      expect((await callerOf(harness, clientId, grant))?.permissions).toEqual(client.permissions);
      const other = newClient(harness, newSecret(), { name });
      await expectOnly(harness, other, (await harness.provider.createClient(other)).clientId);
    }
  }),
  clause('a deleted client gets no token, is found nowhere, and can be deleted again', async (harness) => {
    const { provider } = harness;
    const [grant, bystander] = [newSecret(), newSecret()];
    const client = newClient(harness, grant);
    const { clientId } = await provider.createClient(client);
    const other = await provider.createClient(newClient(harness, bystander));

    await provider.deleteClient(clientId);
    await provider.deleteClient(clientId);

    expect(await working(harness, clientId, [grant])).toEqual([false]);
    expect(await provider.findClient(client.tag)).toBeUndefined();
    expect(await clientsOf(harness, client.tag)).toEqual([]);
    expect(await working(harness, other.clientId, [bystander])).toEqual([true]);
  }),
  clause('a client that is not there cannot be changed', async (harness) => {
    const { provider } = harness;
    const { clientId } = await provider.createClient(newClient(harness, newSecret()));
    await provider.deleteClient(clientId);
    const revision = randomUUID();

    const { secret } = newSecret().authentication;
    await expect(provider.rotateSecret(clientId, { secret, revision })).rejects.toThrow(ClientUnknown);
    const { key, expiresAt } = newKey(anyAlgorithm(harness)).authentication;
    await expect(provider.replaceKey(clientId, { key, expiresAt, revision })).rejects.toThrow(ClientUnknown);
    await expect(provider.renameClient(clientId, { name: 'a', revision })).rejects.toThrow(ClientUnknown);
    if (provider.capabilities.overlap) {
      await expect(provider.endOverlap(clientId, { revision })).rejects.toThrow(ClientUnknown);
    }
    expect(await provider.findClient(randomUUID())).toBeUndefined();
  }),
  clause('every client is listed once, however many there are', async (harness) => {
    const tags: string[] = [];
    for (let count = 0; count < harness.manyClients; count += 1) {
      const client = newClient(harness, newSecret());
      await harness.provider.createClient(client);
      tags.push(client.tag);
    }
    const listed: string[] = [];
    for await (const { tag } of harness.provider.listClients()) if (tags.includes(tag)) listed.push(tag);
    expect(listed.toSorted()).toEqual(tags.toSorted());
  }),
];
