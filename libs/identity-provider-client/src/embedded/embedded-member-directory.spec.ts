import { opened } from '@governance/testing';
import {
  IdentityProviderUnavailable,
  LastAccountAdmin,
  MemberUnknown,
  SecondFactorResetRefused,
} from '@governance/iam';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedMemberDirectory } from './embedded-member-directory';

const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });
const conflict = answering(409, { error: 'conflict', error_description: 'the organization must keep one' });
const ada = {
  userId: 'ada',
  role: 'account-admin',
  email: 'ada@example.com',
  name: 'Ada',
  connectionId: 'con_1',
  secondFactor: true,
  secondFactors: ['app'],
  lastSignInAt: '2026-11-24T08:30:00.000Z',
  failedSignIns: { count: 3, lastAt: '2026-11-24T08:31:00.000Z', isPaused: true },
  createdAt: '2026-11-20T12:00:00.000Z',
};
const adaAsMember = {
  id: 'ada',
  role: 'account-admin',
  email: 'ada@example.com',
  name: 'Ada',
  connectionId: 'con_1',
  hasSecondFactor: true,
  secondFactors: ['app'],
  lastSignInAt: new Date('2026-11-24T08:30:00.000Z'),
  failedSignIns: { count: 3, lastAt: new Date('2026-11-24T08:31:00.000Z'), isPaused: true },
  createdAt: new Date(ada.createdAt),
};
const firstPage = { limit: 101, after: undefined };
const path = '/management/v1/organizations/org_acme/memberships';

describe('the members of the embedded provider', () => {
  const server = opened(startManagementServer);
  let directory: EmbeddedMemberDirectory;
  beforeAll(() => {
    const settings = { managementUrl: server.managementUrl, managementToken: 'token-of-the-management' };
    directory = new EmbeddedMemberDirectory(settings);
  });

  it('are listed in pages, with only the members of the port', async () => {
    const bob = {
      ...ada,
      userId: 'bob',
      email: null,
      name: null,
      connectionId: null,
      secondFactor: null,
      secondFactors: undefined,
      lastSignInAt: null,
      failedSignIns: null,
      more: 'left out',
    };
    server.answer(answering(200, { memberships: [ada, bob] }));
    const none = { email: undefined, name: undefined, connectionId: undefined, hasSecondFactor: undefined };
    const untold = { secondFactors: undefined, lastSignInAt: undefined, failedSignIns: undefined };
    expect(await directory.list('org_acme', firstPage)).toEqual([
      adaAsMember,
      { ...adaAsMember, id: 'bob', ...none, ...untold },
    ]);
    await directory.list('org_acme', { limit: 3, after: { createdAt: new Date(0), id: 'ada:1' } });
    expect(server.seen.map(({ url }) => url)).toEqual([
      `${path}?limit=101`,
      `${path}?limit=3&after=1970-01-01T00%3A00%3A00.000Z%2Cada%3A1`,
    ]);
  });

  it('have sessions that end, which are listed and forgotten', async () => {
    const end = { id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', orgIds: ['org_acme', 'org_globex'] };
    const endedAt = ada.createdAt;
    server.answer(
      answering(200, { sessionEnds: [{ ...end, userId: 'ada', endedAt }] }),
      answering(204, undefined),
      notFound,
    );
    expect(await directory.sessionEnds()).toEqual([{ ...end, subject: 'ada', endedAt: new Date(endedAt) }]);
    await directory.forgetSessionEnd(end.id);
    // An earlier release of the provider.
    expect(await directory.sessionEnds()).toEqual([]);
    expect(server.seen.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/management/v1/session-ends'],
      ['DELETE', `/management/v1/session-ends/${end.id}`],
      ['GET', '/management/v1/session-ends'],
    ]);
  });

  it('have an unknown second factor at a provider of the release before', async () => {
    const former = { ...ada, secondFactor: undefined };
    server.answer(answering(200, { memberships: [former, { ...ada, userId: 'bob', secondFactor: false }] }));
    const found = await directory.list('org_acme', firstPage);
    expect(found.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([undefined, false]);
  });

  it('are found by id', async () => {
    server.answer(answering(200, { ...ada, isLastAdmin: true }));
    expect(await directory.find('org_acme', 'ada')).toEqual({ ...adaAsMember, isLastAdmin: true });
    server.answer(notFound);
    expect(await directory.find('org_acme', 'bob')).toBeUndefined();
    expect(server.seen).toMatchObject([{ method: 'GET', url: `${path}/bob` }]);
  });

  it('are removed', async () => {
    server.answer(answering(204, undefined));
    await directory.remove('org_acme', 'ada');
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: `${path}/ada` }]);
  });

  it('get no role when they do not exist: a role creates no member', async () => {
    server.answer(answering(200, { ...ada, role: 'viewer' }));
    await directory.setRole('org_acme', { id: 'ada', role: 'viewer' });
    server.answer(notFound);
    await expect(directory.setRole('org_acme', { id: 'bob', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    await expect(directory.setRole('..', { id: 'ada', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    expect(server.seen).toMatchObject([{ method: 'PATCH', url: `${path}/bob` }]);
  });

  it('keep the last account-admin', async () => {
    server.answer(conflict);
    await expect(directory.setRole('org_acme', { id: 'ada', role: 'viewer' })).rejects.toThrow(
      LastAccountAdmin,
    );
    await expect(directory.remove('org_acme', 'ada')).rejects.toThrow(LastAccountAdmin);
    server.answer(answering(409, 'of a proxy'));
    await expect(directory.remove('org_acme', 'ada')).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('have their second factor removed at the time that the provider says, or keep it', async () => {
    const dueAt = new Date('2026-11-21T12:00:00.000Z');
    const reset = `${path}/ada/second-factor-reset`;
    server.answer(answering(200, { dueAt: dueAt.toISOString() }));
    expect(await directory.requestSecondFactorReset('org_acme', 'ada')).toEqual(dueAt);
    expect(server.seen).toMatchObject([{ method: 'PUT', url: reset }]);
    server.answer(answering(204, undefined));
    await directory.cancelSecondFactorReset('org_acme', 'ada');
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: reset }]);
    server.answer(answering(200, { ...ada, isLastAdmin: false, secondFactorResetAt: dueAt.toISOString() }));
    expect(await directory.find('org_acme', 'ada')).toMatchObject({ secondFactorResetAt: dueAt });
  });

  it('keep their second factor when they are unknown, or the provider refuses', async () => {
    const request = (orgId = 'org_acme'): Promise<unknown> =>
      directory.requestSecondFactorReset(orgId, 'ada');
    server.answer(conflict);
    await expect(request()).rejects.toThrow(SecondFactorResetRefused);
    server.answer(notFound);
    const cancel = (): Promise<void> => directory.cancelSecondFactorReset('org_acme', 'ada');
    for (const work of [() => request(), () => request('..'), cancel])
      await expect(work()).rejects.toThrow(MemberUnknown);
    server.answer(answering(200, { dueAt: 'tomorrow' }));
    await expect(request()).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('change their accounts: an event for each, and none from an earlier release', async () => {
    const id = '0b6e4d1a-5c83-4f7e-9a12-3d8c6b0f2e47';
    const event = { id, orgId: 'org_acme', operation: 'account:end-sessions' };
    const happenedAt = '2026-11-20T12:00:00.000Z';
    server.answer(answering(200, { accountEvents: [{ ...event, userId: 'ada', happenedAt }] }));
    expect(await directory.accountEvents()).toEqual([
      { ...event, subject: 'ada', happenedAt: new Date(happenedAt) },
    ]);
    server.answer(answering(204, undefined));
    await directory.forgetAccountEvent(id);
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: `/management/v1/account-events/${id}` }]);
    server.answer(notFound);
    expect(await directory.accountEvents()).toEqual([]);
  });

  it.each(['', '..', '../users', 'a/b', '%2e%2e', 'a?b'])(
    'are not asked about with the id %j',
    async (id) => {
      server.answer(answering(200, { memberships: [] }));
      await directory.remove('org_acme', id);
      await directory.remove(id, 'ada');
      expect(await directory.find('org_acme', id)).toBeUndefined();
      expect(await directory.list(id, firstPage)).toEqual([]);
      expect(server.seen).toEqual([]);
    },
  );

  it.each([
    {},
    { memberships: [{ ...ada, role: 'owner' }] },
    { memberships: [{ ...ada, createdAt: 'now' }] },
    { memberships: [{ ...ada, secondFactor: 'no' }] },
  ])('are not trusted with %j', async (answer) => {
    server.answer(answering(200, answer));
    await expect(directory.list('org_acme', firstPage)).rejects.toThrow(IdentityProviderUnavailable);
  });
});
