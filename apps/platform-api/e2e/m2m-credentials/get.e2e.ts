import { given } from '@governance/testing';
import { credentialsPath, newOrganization } from '../support/credentials-app';
import { platformBaseUrl } from '../support/platform-app';

describe('GET /iam/m2m-credentials/{credentialId}', () => {
  const app = given(newOrganization);

  it('answers 200 with the list entry, at the Location of its creation § 4.2z', async () => {
    const body = { name: 'Nightly export', type: 'client_secret' };
    const created = await app.manage('POST', '', { body });
    const location = created.headers.get('location') ?? '';
    expect(location).toBe(`${platformBaseUrl}${credentialsPath}/${String(created.body.id)}`);
    const {
      status,
      headers,
      text,
      body: entry,
    } = await app.ask('GET', location.slice(platformBaseUrl.length));
    const list = await app.manage('GET', '');
    expect([status, [entry]]).toEqual([200, list.body.credentials]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain(String(created.body.client_secret));
  });

  it('answers 200 to a caller who may only read, and to an id in upper case § 4.2aa', async () => {
    const { id } = await app.create();
    const token = app.personToken({ permissions: ['m2m:credentials:read'] });
    const { status, body } = await app.manage('GET', `/${id.toUpperCase()}`, { token });
    expect([status, body.id]).toEqual([200, id]);
  });

  it('shows the current name and last rotation', async () => {
    const { id } = await app.create();
    await app.manage('PATCH', `/${id}`, { body: { name: 'Renamed' } });
    await app.manage('POST', `/${id}/rotate-secret`);
    const { body } = await app.manage('GET', `/${id}`);
    const list = await app.manage('GET', '');
    expect(list.body.credentials).toContainEqual(body);
    expect(body).toMatchObject({ id, name: 'Renamed' });
  });
});
