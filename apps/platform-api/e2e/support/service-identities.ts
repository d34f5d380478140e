import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type CredentialsApp, type Request } from './credentials-app';

export const identitiesPath = '/iam/service-identities';
export const permissionsPath = '/iam/permissions';

/** A service identity with the credential that it was created with. */
export interface CreatedIdentity {
  readonly id: string;
  readonly credentialId: string;
  readonly clientId: string;
}

type App = Pick<CredentialsApp, 'ask' | 'create' | 'manage'>;

/** Creates a credential with its service identity. */
export async function createIdentity(
  app: App,
  members: object = {},
  request: Request = {},
): Promise<CreatedIdentity> {
  const { id: credentialId, clientId } = await app.create(members, request);
  const { body } = await app.manage('GET', `/${credentialId}`, request);
  return { id: String(body.service_identity_id), credentialId, clientId };
}

/** Creates a service identity that an admin has named `Exports`, without a credential. */
export async function createUnusedIdentity(app: App, request: Request = {}): Promise<CreatedIdentity> {
  const created = await createIdentity(app, {}, request);
  const renamed = await app.ask('PATCH', `${identitiesPath}/${created.id}`, {
    ...request,
    body: { name: 'Exports' },
  });
  const revoked = await app.manage('DELETE', `/${created.credentialId}`, request);
  expect([renamed.status, revoked.status]).toEqual([200, 204]);
  return created;
}

export async function listIdentities(app: App, token?: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await app.ask('GET', identitiesPath, token === undefined ? {} : { token });
  expect(status).toBe(200);
  return body.service_identities as Record<string, unknown>[];
}

/** One answer, identical to the byte, for a service identity of another organization, an ended one and unknown ids. */
export async function expectUnknown(
  app: CredentialsApp,
  ask: (id: string) => Promise<HttpAnswer>,
): Promise<void> {
  const token = app.personToken({ org_id: 'org_other' });
  const foreign = [await createIdentity(app, {}, { token }), await createUnusedIdentity(app, { token })];
  const ended = await createIdentity(app);
  await app.manage('DELETE', `/${ended.credentialId}`);
  const stored = (): Promise<unknown> => app.sql('SELECT * FROM service_identities ORDER BY id');
  const before = await stored();
  const answers = new Set<string>();
  const ids = [...[...foreign, ended].map(({ id }) => id), randomUUID(), 'not-an-id', 'a'.repeat(300)];
  for (const id of [...ids, '%27', '%zz']) {
    const { status, headers, text } = await ask(id);
    const ignored = ['date', 'x-request-id'];
    const shown = [...headers].filter(([name]) => !ignored.includes(name));
    expect(text).toBe(
      '{"error":"not_found","error_description":"there is no service identity with this id"}',
    );
    answers.add(JSON.stringify([status, shown, text]));
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^\[404,/);
  expect(await stored()).toEqual(before);
}
