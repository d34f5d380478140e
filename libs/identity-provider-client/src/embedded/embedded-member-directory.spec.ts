import { IdentityProviderUnavailable, MemberUnknown } from '@governance/iam';
import {
  answering,
  type ManagementServer,
  startManagementServer,
} from '../../spec/support/management-server';
import { EmbeddedMemberDirectory } from './embedded-member-directory';

const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });
const ada = { userId: 'ada', role: 'account-admin', createdAt: '2026-11-20T12:00:00.000Z' };

describe('the members of the embedded provider', () => {
  let server: ManagementServer;
  let directory: EmbeddedMemberDirectory;
  beforeAll(async () => {
    server = await startManagementServer();
    const settings = { managementUrl: server.managementUrl, managementToken: 'token-of-the-management' };
    directory = new EmbeddedMemberDirectory(settings);
  });
  afterAll(() => server.close());

  it('are listed with only the members of the port', async () => {
    server.answer(answering(200, { memberships: [ada] }));
    expect(await directory.ofOrg('org_acme')).toEqual([{ id: 'ada', role: 'account-admin' }]);
    expect(server.seen).toMatchObject([{ url: '/management/v1/organizations/org_acme/memberships' }]);
  });

  it('are removed', async () => {
    server.answer(answering(204, undefined));
    await directory.remove('org_acme', 'ada');
    const url = '/management/v1/organizations/org_acme/memberships/ada';
    expect(server.seen).toMatchObject([{ method: 'DELETE', url }]);
  });

  it('get no role when they do not exist: a role creates no member', async () => {
    server.answer(answering(200, { memberships: [ada] }));
    await expect(directory.setRole('org_acme', { id: 'bob', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    server.answer(notFound);
    await expect(directory.setRole('org_x', { id: 'ada', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each(['', '..', '../users', 'a/b', '%2e%2e', 'a?b'])(
    'are not asked about with the id %j',
    async (id) => {
      server.answer(answering(200, { memberships: [] }));
      await directory.remove('org_acme', id);
      await directory.remove(id, 'ada');
      expect(await directory.ofOrg(id)).toEqual([]);
      expect(server.seen).toEqual([]);
    },
  );

  it.each([{}, { memberships: [{ userId: 'ada', role: 'owner' }] }])(
    'are not trusted with %j',
    async (answer) => {
      server.answer(answering(200, answer));
      await expect(directory.ofOrg('org_acme')).rejects.toThrow(IdentityProviderUnavailable);
    },
  );
});
