import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { probesPerWindow } from '../../src/connections/probe-limits';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import { expire, invitedId } from '../support/invitations';
import { connectionId, connectionsPath, newConnection, password } from '../support/connections';
import { addDomain, domainName, domainsPath } from '../support/domains';
import { membersPath } from '../support/members';
import { leaveUnfinished } from '../support/provider-changes';
import {
  refusedAuditQueries,
  refusedConnectionChanges,
  refusedConnections,
  refusedDomains,
  refusedRoles,
} from './refused-bodies';

/** The app, and requests whose responses are compared with its document. */
export interface Documented {
  readonly app: CredentialsApp;
  readonly ask: (method: string, path: string, request?: Request) => Promise<HttpAnswer>;
  readonly statusOf: (method: string, path: string, request?: Request) => Promise<number>;
}

export async function requestMembers({ app, ask, statusOf }: Documented): Promise<void> {
  const { members } = app.provider;
  members.put(app.orgId, { id: 'admin', role: 'account-admin' });
  members.put(app.orgId, { id: 'viewer', role: 'viewer', email: 'viewer@example.com', name: 'Viewer' });
  const page = await ask('GET', `${membersPath}?limit=1`);
  expect(page.status).toBe(200);
  expect((await ask('GET', `${membersPath}?cursor=${String(page.body.next_cursor)}`)).status).toBe(200);
  for (const refused of ['limit=0', 'cursor=AQ']) {
    expect(await statusOf('GET', `${membersPath}?${refused}`)).toBe(400);
  }
}

export async function changeMembers({ app, statusOf }: Documented): Promise<void> {
  const { members } = app.provider;
  const { clientId } = await app.create();
  const machine = app.machineToken(clientId);
  const update = (id: string, body: object, token?: string): Promise<number> =>
    statusOf('PATCH', `${membersPath}/${id}`, { body, ...(token !== undefined && { token }) });
  for (const role of ['account-admin', 'viewer']) expect(await update('viewer', { role })).toBe(200);
  for (const body of refusedRoles) expect(await update('viewer', body)).toBe(400);
  const token = app.personToken({ permissions: ['org:members:write'] });
  expect(await update('viewer', { role: 'viewer' }, token)).toBe(403);
  expect(await update('viewer', { role: 'viewer' }, machine)).toBe(403);
  expect(await update('unknown', { role: 'viewer' })).toBe(404);
  expect(await update('admin', { role: 'viewer' })).toBe(409);

  members.put(app.orgId, { id: 'none', role: 'viewer', hasSecondFactor: false });
  const reset = (method: string, id: string, request?: Request): Promise<number> =>
    statusOf(method, `${membersPath}/${id}/second-factor-reset`, request);
  expect([await reset('POST', 'viewer'), await reset('POST', 'unknown')]).toEqual([200, 404]);
  expect([await reset('POST', 'none'), await reset('POST', 'viewer', { body: { reason: 'x' } })]).toEqual([
    409, 400,
  ]);
  for (const by of [token, machine]) expect(await reset('POST', 'admin', { token: by })).toBe(403);
  expect([await reset('DELETE', 'viewer'), await reset('DELETE', 'unknown')]).toEqual([204, 404]);
  expect(await reset('DELETE', 'viewer', { token: machine })).toBe(403);

  const remove = (id: string, request?: Request): Promise<number> =>
    statusOf('DELETE', `${membersPath}/${id}`, request);
  expect(await remove('viewer', { token: machine })).toBe(403);
  expect([await remove('viewer'), await remove('unknown'), await remove('admin')]).toEqual([204, 404, 409]);
}

export async function requestConnections({ app, statusOf }: Documented): Promise<void> {
  const { directory } = app.provider;
  directory.connections.set(app.orgId, [{ ...password, id: 'con_1' }]);
  const create = (body: object): Promise<number> => statusOf('POST', connectionsPath, { body });
  const change = (id: string, body: object): Promise<number> =>
    statusOf('PATCH', `${connectionsPath}/${id}`, { body });
  const remove = (id: string): Promise<number> => statusOf('DELETE', `${connectionsPath}/${id}`);
  const test = (id: string, body?: object): Promise<number> =>
    statusOf('POST', `${connectionsPath}/${id}/test`, { body });
  expect(await statusOf('GET', connectionsPath)).toBe(200);
  expect(await create(newConnection)).toBe(201);
  for (const body of refusedConnections) expect(await create({ ...newConnection, ...body })).toBe(400);
  const id = await connectionId(app);
  for (const body of refusedConnectionChanges) expect(await change(id, body)).toBe(400);
  expect(await change('con_1', { client_secret: 'secret' })).toBe(400);
  expect(await change('con_1', { second_factor: { acr_values: ['2'] } })).toBe(400);
  expect(await change(id, { second_factor: { acr_values: ['2'] } })).toBe(200);
  expect([await change(id, { enabled: false }), await change('con_1', {})]).toEqual([200, 200]);
  expect(await test(id)).toBe(200);
  directory.problems.set(id, 'keys_unresolved');
  expect([await test(id), await test(id, { issuer: 'x' }), await test('con_1')]).toEqual([200, 400, 409]);
  for (const unknown of [randomUUID(), '%E0%A4%A']) {
    expect([await change(unknown, {}), await remove(unknown), await test(unknown)]).toEqual([404, 404, 404]);
  }
  directory.needed.add(id);
  expect([await change(id, { enabled: false }), await remove(id), await remove('con_1')]).toEqual([
    409, 409, 409,
  ]);
  directory.needed.clear();
  const finish = await leaveUnfinished(app, id);
  expect([await change(id, {}), await remove(id)]).toEqual([409, 409]);
  await finish();
  expect(await remove(id)).toBe(204);
  directory.most = 0;
  expect(await create(newConnection)).toBe(409);
  const { clientId } = await app.create();
  for (const [method, path] of [
    ['POST', connectionsPath],
    ['PATCH', `${connectionsPath}/con_1`],
    ['DELETE', `${connectionsPath}/con_1`],
    ['POST', `${connectionsPath}/con_1/test`],
  ] as const) {
    expect(await statusOf(method, path, { token: app.machineToken(clientId) })).toBe(403);
  }
  await useUpProbes(app, () => test('con_1'));
}

export async function requestDomains({ app, statusOf }: Documented): Promise<void> {
  const { domains } = app.provider;
  const create = (members: object): Promise<number> =>
    statusOf('POST', domainsPath, { body: { name: domainName, ...members } });
  const check = (name: string, request?: Request): Promise<number> =>
    statusOf('POST', `${domainsPath}/${name}/check`, request);
  const remove = (name: string): Promise<number> => statusOf('DELETE', `${domainsPath}/${name}`);
  for (const members of refusedDomains) expect(await create(members)).toBe(400);
  expect(await create({})).toBe(201);
  expect(await statusOf('GET', domainsPath)).toBe(200);
  domains.problems.set(domainName, 'record_missing');
  expect([await check(domainName), await check(domainName, { body: { name: 'x' } })]).toEqual([200, 400]);
  domains.problems.clear();
  const token = app.personToken({ org_id: 'org_globex' });
  await addDomain(app, {}, { token });
  expect([await check(domainName, { token }), await check(domainName)]).toEqual([200, 409]);
  const finish = await leaveUnfinished(app, domainName);
  expect([await create({}), await remove(domainName)]).toEqual([409, 409]);
  await finish();
  for (const unknown of ['unknown.example', '%E0%A4%A']) {
    expect([await check(unknown), await remove(unknown)]).toEqual([404, 404]);
  }
  expect(await remove(domainName)).toBe(204);
  domains.most = 0;
  expect(await create({})).toBe(409);
  const machine = { token: app.machineToken((await app.create()).clientId) };
  expect(await statusOf('POST', domainsPath, machine)).toBe(403);
  expect(await check(domainName, machine)).toBe(403);
  expect(await statusOf('DELETE', `${domainsPath}/${domainName}`, machine)).toBe(403);
  await useUpProbes(app, () => check(domainName));
}

/** Repeats a probe until the limit of the organization refuses it, and removes the limit again. */
async function useUpProbes(app: CredentialsApp, probe: () => Promise<number>): Promise<void> {
  const statuses = [];
  for (let call = 0; call <= probesPerWindow; call += 1) statuses.push(await probe());
  expect(statuses.at(-1)).toBe(429);
  await app.sql('TRUNCATE rate_limits');
}

export async function requestAuditEvents({ app, statusOf }: Documented): Promise<void> {
  const list = '/iam/audit-events';
  const exported = `${list}/export`;
  await app.create();
  for (const path of [list, exported, `${exported}?format=csv`, `${list}/proof`])
    expect(await statusOf('GET', path)).toBe(200);
  for (const query of refusedAuditQueries) {
    expect(await statusOf('GET', `${list}?${query}`)).toBe(400);
    expect(await statusOf('GET', `${exported}?${query}`)).toBe(400);
  }
  for (const query of ['limit=0', 'cursor=AQ']) expect(await statusOf('GET', `${list}?${query}`)).toBe(400);
  expect(await statusOf('GET', `${exported}?format=xml`)).toBe(400);
  for (const since of ['all', '1']) expect(await statusOf('GET', `${list}/proof?since=${since}`)).toBe(400);
}

export async function requestSentInvitations({ app, ask, statusOf }: Documented): Promise<void> {
  const path = '/iam/org-invitations';
  const [first, second, third] = [
    await invitedId(app, { email: 'first@example.com' }),
    await invitedId(app, { email: 'second@example.com', connection_id: 'con_1' }),
    await invitedId(app, { email: 'third@example.com' }),
  ];
  const again = async (id: string, request?: Request): Promise<number> =>
    (await ask('POST', `${path}/${id}/resend`, request)).status;
  expect(await statusOf('GET', `${path}?limit=1&status=pending`)).toBe(200);
  for (const refused of ['limit=0', 'cursor=AQ', 'status=lost']) {
    expect(await statusOf('GET', `${path}?${refused}`)).toBe(400);
  }
  expect(await again(first, { body: { email: 'other@example.com' } })).toBe(400);
  const token = app.personToken({ permissions: ['org:invitations:write'] });
  expect(await again(first, { token })).toBe(403);
  expect(await again(first)).toBe(201);
  expect(await again(first)).toBe(409);
  app.provider.gateway.members.add(`${app.orgId} third@example.com`);
  expect(await again(third)).toBe(409);
  app.provider.directory.connections.clear();
  expect(await again(second)).toBe(409);
  app.provider.gateway.accepted.add(second);
  expect(await again(second)).toBe(409);
  expect(await statusOf('DELETE', `${path}/${second}`)).toBe(409);
  expect(await statusOf('DELETE', `${path}/${third}`)).toBe(204);
  const expired = await invitedId(app, { email: 'late@example.com' });
  await expire(app, expired);
  expect(await again(expired)).toBe(409);
  for (const id of [third, randomUUID(), '%E0%A4%A']) {
    expect(await statusOf('DELETE', `${path}/${id}`)).toBe(404);
  }
  expect(await again(randomUUID())).toBe(404);
}
