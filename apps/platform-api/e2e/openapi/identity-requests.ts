import {
  createIdentity,
  createUnusedIdentity,
  identitiesPath,
  permissionsPath,
} from '../support/service-identities';
import { type Documented } from './admin-requests';
import { refusedIdentityRenamings, refusedInvitations } from './refused-bodies';

export async function requestServiceIdentities({ app, statusOf }: Documented): Promise<void> {
  const manageIdentity = (method: string, id: string, body?: object): Promise<number> =>
    statusOf(method, `${identitiesPath}/${id}`, body === undefined ? {} : { body });
  const { id } = await createIdentity(app);
  const unused = await createUnusedIdentity(app);
  expect(await statusOf('GET', identitiesPath)).toBe(200);
  expect(await statusOf('GET', `${identitiesPath}?limit=1`)).toBe(200);
  for (const refused of ['limit=0', 'cursor=AQ']) {
    expect(await statusOf('GET', `${identitiesPath}?${refused}`)).toBe(400);
  }
  expect(await statusOf('GET', permissionsPath)).toBe(200);
  expect(await manageIdentity('PATCH', id, { name: 'Exports' })).toBe(200);
  for (const body of refusedIdentityRenamings) expect(await manageIdentity('PATCH', id, body)).toBe(400);
  expect(await manageIdentity('DELETE', id)).toBe(409);
  expect(await manageIdentity('DELETE', unused.id)).toBe(204);
  for (const unknown of [unused.id, '%E0%A4%A']) {
    expect(await manageIdentity('DELETE', unknown)).toBe(404);
    expect(await manageIdentity('PATCH', unknown, { name: 'a' })).toBe(404);
  }
}

export async function requestInvitations({ app, statusOf }: Documented): Promise<void> {
  const invite = (body: object, token?: string): Promise<number> =>
    statusOf('POST', '/iam/org-invitations', { body, ...(token !== undefined && { token }) });
  const viewer = { email: 'invitee@example.com', role: 'viewer' };
  expect(await invite({ ...viewer, connection_id: 'con_1' })).toBe(201);
  expect(await invite(viewer)).toBe(201);
  for (const body of refusedInvitations) expect(await invite(body)).toBe(400);
  const token = app.personToken({ permissions: ['org:invitations:write'] });
  expect(await invite(viewer, token)).toBe(403);
  app.provider.gateway.members.add(`${app.orgId} member@example.com`);
  expect(await invite({ ...viewer, email: 'member@example.com' })).toBe(409);
}
