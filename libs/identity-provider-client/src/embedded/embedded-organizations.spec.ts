import { opened } from '@governance/testing';
import { IdentityProviderUnavailable, OrganizationUnknown } from '@governance/iam';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedConnectionDirectory } from './embedded-connection-directory';
import { EmbeddedOrganizationDirectory } from './embedded-organization-directory';
import { EmbeddedSecondFactorWindows } from './embedded-second-factor-windows';

const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });
const acme = { id: 'org_acme', name: 'Acme', mfaMaxAge: 300, createdAt: '2026-11-20T12:00:00.000Z' };

describe('the organizations of the embedded provider', () => {
  const server = opened(startManagementServer);
  let windows: EmbeddedSecondFactorWindows;
  let directory: EmbeddedConnectionDirectory;
  let organizations: EmbeddedOrganizationDirectory;
  beforeAll(() => {
    const settings = { managementUrl: server.managementUrl, managementToken: 'token-of-the-management' };
    windows = new EmbeddedSecondFactorWindows(settings);
    directory = new EmbeddedConnectionDirectory(settings);
    organizations = new EmbeddedOrganizationDirectory(settings);
  });

  it('have a window for second factors, which can be read and set', async () => {
    server.answer(answering(200, acme));
    expect(await windows.ofOrg('org_acme')).toBe(300);
    await windows.set('org_acme', 600);
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/management/v1/organizations/org_acme' },
      { method: 'PATCH', url: '/management/v1/organizations/org_acme', body: { mfaMaxAge: 600 } },
    ]);
  });

  it('are found by id, and created with a name', async () => {
    server.answer(answering(200, acme));
    expect(await organizations.find('org_acme')).toEqual({ id: 'org_acme', name: 'Acme' });
    await organizations.create({ id: 'org_acme', name: 'Acme' });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/management/v1/organizations/org_acme' },
      { method: 'PUT', url: '/management/v1/organizations/org_acme', body: { name: 'Acme' } },
    ]);
    server.answer(notFound);
    expect(await organizations.find('org_acme')).toBeUndefined();
  });

  it('are not found or created when the provider answers about another one', async () => {
    server.answer(answering(200, acme));
    await expect(organizations.find('org_globex')).rejects.toThrow(IdentityProviderUnavailable);
    const globex = { id: 'org_acme', name: 'Globex' };
    await expect(organizations.create(globex)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('are unknown when the provider says so, and only then', async () => {
    server.answer(notFound);
    await expect(windows.ofOrg('org_unknown')).rejects.toThrow(OrganizationUnknown);
    await expect(windows.set('org_unknown', 1)).rejects.toThrow(OrganizationUnknown);
    server.answer(answering(404, { error: 'proxy' }));
    await expect(windows.ofOrg('org_acme')).rejects.toThrow(IdentityProviderUnavailable);
  });

  it.each([-1, 0.5, '300', null])('are not trusted with a window of %j', async (mfaMaxAge) => {
    server.answer(answering(200, { ...acme, mfaMaxAge }));
    await expect(windows.ofOrg('org_acme')).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('have connections, sorted by name, with only the members of the port', async () => {
    const one = { id: 'con_2', name: 'Upstream', type: 'enterprise', enabled: false };
    const other = { id: 'con_1', name: 'Passwords', type: 'database', enabled: true };
    server.answer(
      answering(200, { connections: [{ ...one, createdAt: acme.createdAt, issuer: 'x' }, other] }),
    );
    expect(await directory.ofOrg('org_acme')).toEqual([other, one]);
    expect(server.seen.at(-1)).toMatchObject({ url: '/management/v1/organizations/org_acme/connections' });
  });

  it('have none when they are unknown', async () => {
    server.answer(notFound);
    expect(await directory.ofOrg('org_unknown')).toEqual([]);
  });

  it.each(['', '.', '..', '../users', 'a/b', '%2e%2e', 'a?b', 'x'.repeat(129)])(
    'are not asked about with the id %j, which is a path',
    async (orgId) => {
      server.answer(answering(200, { ...acme, connections: [] }));
      expect(await directory.ofOrg(orgId)).toEqual([]);
      expect(await organizations.find(orgId)).toBeUndefined();
      await expect(organizations.create({ id: orgId, name: 'Acme' })).rejects.toThrow(TypeError);
      await expect(windows.set(orgId, 1)).rejects.toThrow(OrganizationUnknown);
      expect(server.seen).toEqual([]);
    },
  );

  it.each([{}, { connections: [{ id: 'con_1' }] }, { connections: {} }])(
    'are not trusted with %j',
    async (answer) => {
      server.answer(answering(200, answer));
      await expect(directory.ofOrg('org_acme')).rejects.toThrow(IdentityProviderUnavailable);
    },
  );
});
