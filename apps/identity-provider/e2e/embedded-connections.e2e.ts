import { given } from '@governance/testing';
import {
  type ConfiguredConnection,
  ConnectionUnknown,
  IdentityProviderUnavailable,
  type NewConnection,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import { EmbeddedConnectionDirectory } from '@governance/identity-provider-client';
import { randomUUID } from 'node:crypto';
import { PeopleStores } from '../src/stores/people-stores';
import { startIdentityApp } from './support/identity-app';
import { managementToken } from './support/identity-server';
import { startLossyProxy } from '@governance/iam/spec';
import { addPerson, assertedBy } from './support/people';
import { startUpstream, type TestUpstream } from './support/upstream';

const most = 3;

/** The platform's adapter, connected through a lossy proxy to the provider with its database. */
describe('EmbeddedConnectionDirectory, at the provider', () => {
  const identity = given(() => startIdentityApp({ CONNECTIONS_PER_ORGANIZATION: most }));
  const proxy = given(() => startLossyProxy(identity.issuer));
  let upstream: TestUpstream;
  let directory: EmbeddedConnectionDirectory;
  let orgId: string;

  beforeAll(async () => {
    upstream = await startUpstream({ redirectUris: ['https://unused.example.org/'] });
    directory = new EmbeddedConnectionDirectory({
      managementUrl: `${proxy.origin}/management`,
      managementToken,
    });
  });
  beforeEach(async () => {
    upstream.answer = undefined;
    orgId = `org_${randomUUID()}`;
    await identity.manage('PUT', `/organizations/${orgId}`, { name: 'Acme MSP' });
  });
  afterAll(async () => {
    await upstream.close();
    await proxy.close();
    await identity.close();
  });

  const connection = (changes: Partial<NewConnection> = {}): NewConnection => ({
    id: `con_${randomUUID()}`,
    name: 'Single sign-on',
    enabled: true,
    ...upstream.settings,
    ...changes,
  });
  const add = (changes?: Partial<NewConnection>): Promise<ConfiguredConnection> =>
    directory.add(orgId, connection(changes));
  const secretOf = async (id: string): Promise<string | undefined> =>
    (await identity.get(PeopleStores).ways.upstream(id))?.clientSecret;
  const moveTo = (connectionId: string, userId: string): Promise<void> =>
    assertedBy(identity.stores, { userId, connectionId });
  const typesOf = async (): Promise<string[]> =>
    (await directory.ofOrg(orgId)).map(({ type, enabled }) => `${type} ${enabled ? 'on' : 'off'}`).toSorted();

  it('adds a connection with its redirect URI, and seals the secret', async () => {
    const added = connection({ enabled: false });
    const { issuer, clientId } = added;
    expect(await directory.add(orgId, added)).toEqual({
      id: added.id,
      name: 'Single sign-on',
      type: 'enterprise',
      enabled: false,
      upstream: { issuer, clientId, redirectUri: `${identity.issuer}/connections/${added.id}/callback` },
    });
    const rows = await identity.stores.sql('SELECT connections::text AS row FROM identity.connections');
    expect(JSON.stringify(rows)).not.toContain(added.clientSecret);
    await directory.change(orgId, added.id, { enabled: true });
    expect(await secretOf(added.id)).toBe(added.clientSecret);
  });

  it('keeps the password of an organization without connections', async () => {
    const { userId } = await addPerson(identity, { places: [[orgId, 'account-admin']] });
    await add();
    expect(await typesOf()).toEqual(['database on', 'enterprise on']);
    const places = await identity.get(PeopleStores).places.of({ userId });
    expect(places).toMatchObject([{ orgId, byPassword: true }]);
    await add();
    expect(await typesOf()).toEqual(['database on', 'enterprise on', 'enterprise on']);
  });

  it('adds no password to an organization that has only its own provider', async () => {
    const path = `/organizations/${orgId}/connections/con_${randomUUID()}`;
    const only = { name: 'Only', type: 'enterprise', upstream: upstream.settings };
    await identity.manage('PUT', path, only);
    await add();
    expect(await typesOf()).toEqual(['enterprise on', 'enterprise on']);
  });

  it('adds no more than the organization may have, under concurrent requests too', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => add()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
    await expect(add()).rejects.toThrow(TooManyConnections);
    expect(await typesOf()).toHaveLength(most + 1);
  });

  it('knows no connection of another organization, and adds none to an unknown one', async () => {
    const { id } = await add();
    const other = `org_${randomUUID()}`;
    await identity.manage('PUT', `/organizations/${other}`, { name: 'Globex MSP' });
    for (const place of [other, 'org_none']) {
      await expect(directory.change(place, id, { enabled: false })).rejects.toThrow(ConnectionUnknown);
      await expect(directory.test(place, id)).rejects.toThrow(ConnectionUnknown);
      await directory.remove(place, id);
    }
    await expect(directory.add('org_none', connection())).rejects.toThrow(ConnectionUnknown);
    await expect(directory.add(other, connection({ id }))).rejects.toThrow();
    expect(await typesOf()).toEqual(['database on', 'enterprise on']);
    for (const malformed of ['..', 'a/b', '', 'x'.repeat(129)]) {
      await expect(directory.change(orgId, malformed, {})).rejects.toThrow(ConnectionUnknown);
    }
  });

  it('changes only what is named', async () => {
    const added = await add();
    expect(await directory.change(orgId, added.id, {})).toEqual(added);
    expect(await directory.change(orgId, added.id, { name: 'Renamed' })).toEqual({
      ...added,
      name: 'Renamed',
    });
    expect(await secretOf(added.id)).toBe(upstream.settings.clientSecret);
    await directory.change(orgId, added.id, { clientSecret: 'another-secret' });
    expect(await secretOf(added.id)).toBe('another-secret');
    expect(await directory.change(orgId, added.id, { enabled: false })).toMatchObject({ enabled: false });
    expect(await secretOf(added.id)).toBeUndefined();
  });

  it('stores what counts as a second factor, and changes or clears it', async () => {
    const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa'] };
    const added = await add({ secondFactor });
    expect(added).toMatchObject({ secondFactor });
    const listed = async (): Promise<unknown> =>
      (await directory.ofOrg(orgId)).find(({ id }) => id === added.id)?.secondFactor;
    expect(await listed()).toEqual(secondFactor);
    expect(await directory.change(orgId, added.id, { name: 'Renamed' })).toMatchObject({ secondFactor });
    const other = { acrValues: [], amrValues: ['hwk'] };
    expect(await directory.change(orgId, added.id, { secondFactor: other })).toMatchObject({
      secondFactor: other,
    });
    expect((await directory.change(orgId, added.id, { secondFactor: null })).secondFactor).toBeUndefined();
    expect(await listed()).toBeUndefined();
  });

  it.each([
    null,
    {},
    { acrValues: [], amrValues: [] },
    { acrValues: ['2'] },
    { acrValues: ['2'], amrValues: 'mfa' },
    { acrValues: ['canary 2'], amrValues: [] },
    { acrValues: [2], amrValues: [] },
    { acrValues: ['2'], amrValues: [], canary: true },
    { acrValues: Array.from({ length: 11 }, String), amrValues: [] },
  ])('refuses the second factor %j, except null in a change', async (secondFactor) => {
    const { id } = await add();
    const path = `/organizations/${orgId}/connections/${id}`;
    const { status, text } = await identity.manage('PATCH', path, { secondFactor });
    expect([status, text.includes('canary')]).toEqual([secondFactor === null ? 200 : 400, false]);
    const upstreamOf = { ...upstream.settings, secondFactor };
    const put = { name: 'Replaced', type: 'enterprise', upstream: upstreamOf };
    expect((await identity.manage('PUT', path, put)).status).toBe(secondFactor === null ? 200 : 400);
  });

  it('gives a password no second factor, and forgets it with the provider', async () => {
    const secondFactor = { acrValues: ['2'], amrValues: [] };
    const { id } = await add({ secondFactor });
    const database = (await directory.ofOrg(orgId)).find(({ type }) => type === 'database')?.id ?? '';
    const base = `/organizations/${orgId}/connections`;
    const { status, body } = await identity.manage('PATCH', `${base}/${database}`, { secondFactor });
    expect([status, body.error_description]).toEqual([
      400,
      'secondFactor is for connections with a provider',
    ]);
    const { upstream: kept } = (
      await identity.manage('PUT', `${base}/${id}`, {
        name: 'New',
        type: 'enterprise',
        upstream: upstream.settings,
      })
    ).body;
    expect(kept).not.toHaveProperty('secondFactor');
  });

  it('gives a password no client secret', async () => {
    await add();
    const database = (await directory.ofOrg(orgId)).find(({ type }) => type === 'database');
    const path = `/organizations/${orgId}/connections/${database?.id ?? ''}`;
    const { status, body } = await identity.manage('PATCH', path, { clientSecret: 'secret' });
    expect([status, body.error_description]).toEqual([
      400,
      'clientSecret is for connections with a provider',
    ]);
    expect((await identity.manage('PATCH', path, { clientSecret: null })).status).toBe(200);
  });

  it('keeps the last connection with which an account-admin can sign in', async () => {
    const { id } = await add();
    const { userId } = await addPerson(identity, { places: [[orgId, 'account-admin']] });
    const database = (await directory.ofOrg(orgId)).find(({ type }) => type === 'database')?.id ?? '';
    await expect(directory.change(orgId, database, { enabled: false })).rejects.toThrow(NoAdminLeft);
    await moveTo(id, userId);
    await directory.change(orgId, database, { enabled: false });
    await expect(directory.change(orgId, id, { enabled: false })).rejects.toThrow(NoAdminLeft);
    await expect(directory.remove(orgId, id)).rejects.toThrow(NoAdminLeft);
    await directory.change(orgId, id, { name: 'Renamed', clientSecret: 'another-secret' });
    expect(await typesOf()).toEqual(['database off', 'enterprise on']);
  });

  it('disables one of two connections that would both be needed, under concurrent requests', async () => {
    const [first, second] = [await add(), await add()];
    for (const { id } of [first, second]) {
      const { userId } = await addPerson(identity, { places: [[orgId, 'account-admin']] });
      await moveTo(id, userId);
    }
    const disabled = await Promise.allSettled(
      [first, second].map(({ id }) => directory.change(orgId, id, { enabled: false })),
    );
    expect(disabled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('removes a connection', async () => {
    const { id } = await add();
    await directory.remove(orgId, id);
    await directory.remove(orgId, id);
    expect(await typesOf()).toEqual(['database on']);
    await expect(directory.test(orgId, id)).rejects.toThrow(ConnectionUnknown);
  });

  it('tests a connection, enabled or not', async () => {
    const { id } = await add({ enabled: false });
    expect(await directory.test(orgId, id)).toBeUndefined();
    expect(upstream.requests.slice(-2)).toEqual(['GET /.well-known/openid-configuration', 'GET /jwks']);
    upstream.answer = (_req, res) => {
      res.writeHead(404).end('canary');
      return true;
    };
    expect(await directory.test(orgId, id)).toBe('discovery_status');
  });

  it.each(['request', 'answer'] as const)('can be asked again when the %s was lost', async (loss) => {
    const added = connection();
    const changes = [
      () => directory.add(orgId, added),
      () => directory.change(orgId, added.id, { enabled: false }),
      () => directory.test(orgId, added.id),
      () => directory.remove(orgId, added.id),
    ];
    for (const change of changes) {
      proxy.wire.loseOne(loss, 0);
      await expect(change()).rejects.toThrow(IdentityProviderUnavailable);
      await change();
    }
    expect(await typesOf()).toEqual(['database on']);
  });
});
