import { opened } from '@governance/testing';
import {
  ConnectionUnknown,
  IdentityProviderUnavailable,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedConnectionDirectory } from './embedded-connection-directory';

const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });
const conflict = answering(409, { error: 'conflict', error_description: 'refused' });
const path = '/management/v1/organizations/org_acme/connections';
const added = {
  id: 'con_1',
  name: 'Corporate',
  enabled: true,
  issuer: 'https://login.acme.example',
  clientId: 'us',
  clientSecret: 'canary',
};
const upstream = {
  issuer: added.issuer,
  clientId: 'us',
  redirectUri: 'https://login.example.org/connections/con_1/callback',
};
const stored = { id: 'con_1', name: 'Corporate', type: 'enterprise', enabled: true, upstream };
const more = { ...stored, createdAt: '2026-11-20T12:00:00.000Z', clientSecret: 'canary' };

describe('the connections of the embedded provider', () => {
  const server = opened(startManagementServer);
  let directory: EmbeddedConnectionDirectory;
  beforeAll(() => {
    const settings = { managementUrl: server.managementUrl, managementToken: 'token-of-the-management' };
    directory = new EmbeddedConnectionDirectory(settings);
  });

  it('are added and changed, and come back with only the members of the port', async () => {
    server.answer(answering(200, more));
    expect(await directory.add('org_acme', added)).toEqual(stored);
    expect(await directory.change('org_acme', 'con_1', { enabled: false, name: undefined })).toEqual(stored);
    expect(server.seen).toMatchObject([
      { method: 'POST', url: path, body: added },
      { method: 'PATCH', url: `${path}/con_1`, body: { enabled: false } },
    ]);
  });

  it('have the second factor of their provider', async () => {
    const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa'] };
    const at = '2026-11-20T12:00:00.000Z';
    const shown = { ...more, upstream: { ...upstream, secondFactor, factorConfirmedAt: at } };
    const factor = { secondFactor, factorConfirmedAt: new Date(at) };
    server.answer(answering(200, shown));
    expect(await directory.add('org_acme', { ...added, secondFactor })).toEqual({ ...stored, ...factor });
    for (const change of [{ secondFactor }, { secondFactor: null }]) {
      expect(await directory.change('org_acme', 'con_1', change)).toEqual({ ...stored, ...factor });
      expect(server.seen.at(-1)).toMatchObject({ method: 'PATCH', body: change });
    }
    expect(server.seen.at(-3)).toMatchObject({ body: { ...added, secondFactor } });
    server.answer(answering(200, { connections: [shown, { ...more, id: 'con_2' }] }));
    expect(await directory.ofOrg('org_acme')).toEqual([
      { ...stored, ...factor },
      { ...stored, id: 'con_2' },
    ]);
  });

  it('say only that a second factor is not confirmed', async () => {
    const secondFactor = { acrValues: [], amrValues: ['mfa'] };
    server.answer(answering(200, { ...more, upstream: { ...upstream, secondFactor } }));
    for (const isFactorConfirmed of [true, undefined, false]) {
      await directory.add('org_acme', { ...added, secondFactor, isFactorConfirmed });
      await directory.change('org_acme', 'con_1', { secondFactor, isFactorConfirmed });
    }
    const members = server.seen.map(({ body }) => (body as Record<string, unknown>).secondFactorConfirmed);
    expect(members).toEqual([undefined, undefined, undefined, undefined, false, false]);
  });

  it('list the second factors that an upgrade has confirmed, none at an earlier release, until they are forgotten', async () => {
    const factor = { id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', orgId: 'org_acme', connectionId: 'con_1' };
    const at = '2026-11-20T12:00:00.000Z';
    server.answer(
      answering(200, { confirmedFactors: [{ ...factor, confirmedAt: at }] }),
      answering(204, undefined),
      answering(404, { error: 'not_found' }),
    );
    expect(await directory.confirmedFactors()).toEqual([{ ...factor, confirmedAt: new Date(at) }]);
    await directory.forgetConfirmedFactor(factor.id);
    expect(await directory.confirmedFactors()).toEqual([]);
    expect(server.seen.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/management/v1/confirmed-factors'],
      ['DELETE', `/management/v1/confirmed-factors/${factor.id}`],
      ['GET', '/management/v1/confirmed-factors'],
    ]);
  });

  it('have no provider when they are passwords', async () => {
    const password = { id: 'con_1', name: 'Password', type: 'database', enabled: true };
    server.answer(answering(200, password));
    expect(await directory.change('org_acme', 'con_1', {})).toEqual({ ...password, upstream: undefined });
  });

  it('are removed', async () => {
    server.answer(answering(204, undefined));
    await directory.remove('org_acme', 'con_1');
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: `${path}/con_1` }]);
  });

  it('are tested', async () => {
    server.answer(answering(200, { problem: null }));
    expect(await directory.test('org_acme', 'con_1')).toBeUndefined();
    server.answer(answering(200, { problem: 'keys_tls' }));
    expect(await directory.test('org_acme', 'con_1')).toBe('keys_tls');
    expect(server.seen).toMatchObject([{ method: 'POST', url: `${path}/con_1/test` }]);
  });

  it('are refused when the provider says so', async () => {
    server.answer(conflict);
    await expect(directory.add('org_acme', added)).rejects.toThrow(TooManyConnections);
    await expect(directory.change('org_acme', 'con_1', { enabled: false })).rejects.toThrow(NoAdminLeft);
    await expect(directory.remove('org_acme', 'con_1')).rejects.toThrow(NoAdminLeft);
  });

  it('are unknown when the provider says so, and when it cannot have them', async () => {
    server.answer(notFound);
    await expect(directory.add('org_acme', added)).rejects.toThrow(ConnectionUnknown);
    await expect(directory.change('org_acme', 'con_1', {})).rejects.toThrow(ConnectionUnknown);
    await expect(directory.test('org_acme', 'con_1')).rejects.toThrow(ConnectionUnknown);
    const asked = server.seen.length;
    for (const id of ['..', 'a/b', '%2e%2e', '']) {
      await expect(directory.change('org_acme', id, {})).rejects.toThrow(ConnectionUnknown);
      await expect(directory.test('org_acme', id)).rejects.toThrow(ConnectionUnknown);
      await directory.remove('org_acme', id);
    }
    await expect(directory.add('..', added)).rejects.toThrow(ConnectionUnknown);
    expect(server.seen).toHaveLength(asked);
  });

  it.each([
    { ...more, id: 'con_2' },
    { ...more, upstream: { ...upstream, redirectUri: 'javascript:alert(1)' } },
    { ...more, upstream: { ...upstream, secondFactor: { acrValues: 'canary' } } },
    { ...more, enabled: 'yes' },
    { problem: 'another text' },
  ])('are not trusted as %j, and no error quotes an answer or a secret', async (answer) => {
    server.answer(answering(200, answer));
    for (const work of [() => directory.add('org_acme', added), () => directory.test('org_acme', 'con_1')]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(IdentityProviderUnavailable);
      expect(String((error as Error).cause)).not.toMatch(/canary|another text/);
    }
  });
});
