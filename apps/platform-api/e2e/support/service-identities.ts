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
