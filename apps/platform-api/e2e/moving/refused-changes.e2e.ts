import { opened } from '@governance/testing';
import { type Created, type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { unfinished } from '../support/reconciler';
import { startMovedApp } from '../support/moved-app';

const refused = {
  error: 'conflict',
  error_description:
    'the client of this credential is at a former identity provider: create a new credential, switch the machine to it, then revoke this one',
};

interface Change {
  readonly what: string;
  readonly method: string;
  readonly path: (id: string) => string;
  readonly body?: object;
}

const changes: readonly Change[] = [
  { what: 'the rotation of its secret', method: 'POST', path: (id) => `/${id}/rotate-secret` },
  { what: 'a new name', method: 'PATCH', path: (id) => `/${id}`, body: { name: 'After' } },
  { what: 'a new description', method: 'PATCH', path: (id) => `/${id}`, body: { description: 'After' } },
  { what: 'the end of its overlap', method: 'DELETE', path: (id) => `/${id}/previous-secret` },
];

describe('a credential of a former identity provider', () => {
  const moved = opened(startMovedApp);
  let after: CredentialsApp;
  let credential: Created;
  beforeAll(async () => {
    ({ after } = moved);
    credential = await moved.createBefore({ overlap: true });
  });

  const listed = async (app: CredentialsApp): Promise<unknown> =>
    (await app.manage('GET', `/${credential.id}`)).body;

  it.each(changes)(
    'answers 409 to $what, before any change and any call of a provider',
    async ({ method, path, body }) => {
      const state = await listed(moved.before);
      const calls = [moved.before, after].map(({ provider }) => {
        const { wire } = provider;
        wire.isDown = true;
        return wire;
      });
      const answer = await after.manage(method, path(credential.id), body && { body });
      for (const wire of calls) wire.isDown = false;
      expect([answer.status, answer.body]).toEqual([409, refused]);
      expect(await listed(after)).toEqual(state);
      expect(await unfinished(after)).toBe(0);
    },
  );

  it('answers 404 to another organization, and 403 without the permission, as before', async () => {
    const foreign = after.personToken({ org_id: 'org_other' });
    const reader = after.personToken({ permissions: ['m2m:credentials:read'] });
    for (const { method, path, body } of changes) {
      const ask = async (token: string): Promise<number> =>
        (await after.manage(method, path(credential.id), { token, ...(body && { body }) })).status;
      expect([await ask(foreign), await ask(reader)]).toEqual([404, 403]);
    }
  });

  it('can be changed again after a return to its provider', async () => {
    const issuers = { OIDC_ISSUER: moved.before.issuer.issuer };
    const returned = await startCredentialsApp({
      beside: after,
      provider: moved.before.provider,
      settings: issuers,
    });
    const token = moved.before.personToken();
    const { status } = await returned.manage('PATCH', `/${credential.id}`, {
      token,
      body: { name: 'Returned' },
    });
    await returned.close();
    expect(status).toBe(200);
  });
});
