import { opened } from '@governance/testing';
import { ClientUnknown, IdentityProviderUnavailable, type NewClient, publicKeyOf } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedIdentityProvider } from './embedded-identity-provider';

const [clientId, tag, revision] = [randomUUID(), randomUUID(), randomUUID()];
const client = { clientId, tag, revision };
const shown = { ...client, orgId: 'org_acme', name: 'Nightly export', keyThumbprint: null };
const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });

const newClient: Omit<NewClient, 'authentication'> = {
  tag,
  revision,
  orgId: 'org_acme',
  name: 'Nightly export',
  permissions: new Set(['m2m:credentials:read'] as const),
  allowedNetworks: undefined,
};

describe('EmbeddedIdentityProvider', () => {
  const server = opened(startManagementServer);
  let provider: EmbeddedIdentityProvider;
  beforeAll(() => {
    provider = new EmbeddedIdentityProvider({
      managementUrl: server.managementUrl,
      managementToken: 'token-of-the-management',
    });
  });

  const { publicPem } = makeKeyPair('EdDSA');
  const key = publicKeyOf(publicPem);
  const expiresAt = new Date('2030-01-02T03:04:05.678Z');

  async function listed(): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const each of provider.listClients()) found.push(each);
    return found;
  }

  it('puts a client with a secret under its tag, and returns only the members of the port', async () => {
    server.answer(answering(200, shown));
    const authentication = { kind: 'secret', secret: 'gmc_secret' } as const;
    expect(await provider.createClient({ ...newClient, authentication })).toEqual(client);
    expect(server.seen).toMatchObject([
      {
        method: 'PUT',
        url: `/management/v1/client-tags/${tag}`,
        headers: { authorization: 'Bearer token-of-the-management', 'content-type': 'application/json' },
        body: {
          revision,
          orgId: 'org_acme',
          name: 'Nightly export',
          permissions: ['m2m:credentials:read'],
          authentication: { method: 'secret', secret: 'gmc_secret' },
        },
      },
    ]);
    const allowedNetworks = ['192.0.2.0/24'];
    await provider.createClient({ ...newClient, allowedNetworks, authentication });
    expect(server.seen.map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ allowedNetworks: expect.anything() as unknown }),
      expect.objectContaining({ allowedNetworks }),
    ]);
  });

  it('puts a key with and without an expiry', async () => {
    server.answer(answering(200, shown));
    await provider.createClient({ ...newClient, authentication: { kind: 'key', key, expiresAt } });
    await provider.replaceKey(clientId, { key, expiresAt: undefined, revision });
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      [
        'PUT',
        `/management/v1/client-tags/${tag}`,
        expect.objectContaining({
          authentication: {
            method: 'key',
            publicKey: key.spkiPem,
            expiresAt: '2030-01-02T03:04:05.678Z',
          },
        }),
      ],
      ['PUT', `/management/v1/clients/${clientId}/key`, { revision, publicKey: key.spkiPem }],
    ]);
  });

  it('sends the ends of secrets and overlaps, and ends an overlap', async () => {
    server.answer(answering(200, shown));
    const overlapUntil = new Date('2030-01-01T00:00:00.000Z');
    await provider.rotateSecret(clientId, { secret: 'gmc_secret', expiresAt, overlapUntil, revision });
    await provider.replaceKey(clientId, { key, expiresAt: undefined, overlapUntil, revision });
    await provider.endOverlap(clientId, { revision });
    const path = `/management/v1/clients/${clientId}`;
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      [
        'PUT',
        `${path}/secret`,
        {
          revision,
          secret: 'gmc_secret',
          expiresAt: '2030-01-02T03:04:05.678Z',
          overlapUntil: '2030-01-01T00:00:00.000Z',
        },
      ],
      ['PUT', `${path}/key`, { revision, publicKey: key.spkiPem, overlapUntil: '2030-01-01T00:00:00.000Z' }],
      ['PUT', `${path}/end-of-overlap`, { revision }],
    ]);
  });

  it('deletes a client, also if it does not exist', async () => {
    server.answer((_req, res) => res.writeHead(204).end());
    await provider.deleteClient(clientId);
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: `/management/v1/clients/${clientId}` }]);
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('does not treat the 404 of another server as a deletion', async () => {
    server.answer(notFound);
    await expect(provider.deleteClient(clientId)).rejects.toThrow(IdentityProviderUnavailable);
  });

  const changes: [string, () => Promise<unknown>][] = [
    ['rotateSecret', () => provider.rotateSecret(clientId, { secret: 'gmc_secret', revision })],
    ['replaceKey', () => provider.replaceKey(clientId, { key, expiresAt: undefined, revision })],
    ['endOverlap', () => provider.endOverlap(clientId, { revision })],
    ['renameClient', () => provider.renameClient(clientId, { name: 'Weekly export', revision })],
  ];

  it.each(changes)('%s: reports that a client does not exist', async (_name, change) => {
    server.answer(notFound);
    await expect(change()).rejects.toThrow(ClientUnknown);
  });

  it.each(changes)('%s: does not treat a proxy’s 404 as the provider’s', async (_name, change) => {
    server.answer((_req, res) => res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>'));
    await expect(change()).rejects.toThrow(IdentityProviderUnavailable);
    await expect(provider.findClient(tag)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it.each(changes)(
    '%s: does not take an answer about another client or change for its own',
    async (_name, change) => {
      server.answer(answering(200, { ...shown, clientId: randomUUID() }));
      await expect(change()).rejects.toThrow(IdentityProviderUnavailable);
      server.answer(answering(200, { ...shown, revision: randomUUID() }));
      await expect(change()).rejects.toThrow(IdentityProviderUnavailable);
      server.answer(answering(200, shown));
      expect(await change()).toEqual(client);
    },
  );

  it('does not request a client with an id of another format', async () => {
    server.answer(answering(200, shown));
    for (const other of ['..', 'a/../b', 'x?y', '']) {
      await expect(provider.renameClient(other, { name: 'a', revision })).rejects.toThrow(ClientUnknown);
      await provider.deleteClient(other);
    }
    expect(server.seen).toEqual([]);
  });

  it('finds the client of a tag, or none, and no other tag’s', async () => {
    server.answer(answering(200, shown), notFound, answering(200, { ...shown, tag: randomUUID() }));
    expect(await provider.findClient(tag)).toEqual(client);
    expect(await provider.findClient(tag)).toBeUndefined();
    await expect(provider.findClient(tag)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('cannot make a client of an organization that the provider does not know', async () => {
    server.answer(notFound);
    const authentication = { kind: 'secret', secret: 'gmc_secret' } as const;
    await expect(provider.createClient({ ...newClient, authentication })).rejects.toThrow(
      IdentityProviderUnavailable,
    );
  });

  it('lists page by page, on demand', async () => {
    const clients = ['a', 'b', 'c'].map((each) => ({ ...client, tag: each }));
    server.answer(
      answering(200, { clients: clients.slice(0, 2), next: 'b&c=d' }),
      answering(200, { clients: clients.slice(2) }),
    );
    expect(await listed()).toEqual(clients);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/management/v1/clients?limit=100',
      '/management/v1/clients?limit=100&after=b%26c%3Dd',
    ]);
  });

  it('stops listing when the pages repeat', async () => {
    const page = (next: string) => answering(200, { clients: [client], next });
    server.answer(page('a'), page('b'), page('a'));
    await expect(listed()).rejects.toThrow(IdentityProviderUnavailable);
    expect(server.seen).toHaveLength(3);
  });
});
