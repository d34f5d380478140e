import { opened } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { startMovedApp } from '../support/moved-app';

describe('after a move to another identity provider', () => {
  const moved = opened(startMovedApp);
  let before: CredentialsApp;
  let after: CredentialsApp;
  beforeAll(() => {
    ({ before, after } = moved);
  });

  it('lists and GET show a former credential as before, with the same members', async () => {
    const { id } = await moved.createBefore();
    const shown = (await before.manage('GET', `/${id}`)).body;
    const { status, body } = await after.manage('GET', `/${id}`);
    expect([status, body]).toEqual([200, shown]);
    expect(Object.keys(body)).not.toContain('issuer');
    const { credentials } = (await after.manage('GET', '')).body;
    expect(credentials).toEqual([shown]);
  });

  it('a former machine keeps its access while its issuer is listed, and manages credentials', async () => {
    const { clientId } = await moved.createBefore();
    const token = before.machineToken(clientId);
    expect((await after.ask('GET', '/self/me', { token })).status).toBe(200);
    expect((await after.manage('GET', '', { token })).status).toBe(200);
  });

  it('a machine switches: a new credential of the same service identity, then the revocation of the former', async () => {
    const { id } = await moved.createBefore();
    const { service_identity_id } = (await after.manage('GET', `/${id}`)).body;
    const created = await after.create({ service_identity_id });
    expect(await after.provider.accepts(created.clientId, created.secret)).toBe(true);
    expect(before.provider.clientIds).not.toContain(created.clientId);
    expect((await after.manage('DELETE', `/${id}`)).status).toBe(204);
    const { status } = await after.manage('POST', `/${created.id}/rotate-secret`);
    expect(status).toBe(200);
  });

  it('a credential of an earlier release belongs to the provider that was managed first', async () => {
    const { id } = await moved.createBefore();
    await after.sql('UPDATE m2m_credentials SET issuer = NULL WHERE id = $1', [id]);
    expect(await after.sql('SELECT issuer FROM first_managed_issuer')).toEqual([
      { issuer: before.issuer.issuer },
    ]);
    expect((await before.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
    expect((await after.manage('POST', `/${id}/rotate-secret`)).status).toBe(409);
  });
});
