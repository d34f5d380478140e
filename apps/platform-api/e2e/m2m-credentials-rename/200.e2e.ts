import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('PATCH /iam/m2m-credentials/{credentialId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function entryOf(id: string): Promise<unknown> {
    const { body } = await app.manage('GET', '');
    return (body.credentials as Record<string, unknown>[]).find((entry) => entry.id === id);
  }

  it('answers 200 with the renamed list entry, and changes nothing else', async () => {
    const { id, clientId, secret } = await app.create({ name: 'Before' });
    const before = await entryOf(id);
    const { status, headers, body } = await app.manage('PATCH', `/${id}`, { body: { name: ' After ' } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...(before as object), name: 'After' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await entryOf(id)).toEqual(body);
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
  });

  it('changes and clears the description, with the name or without', async () => {
    const { id } = await app.create({ name: 'Before', description: 'Runs at night' });
    for (const [body, name, description] of [
      [{ name: 'After' }, 'After', 'Runs at night'],
      [{ description: ' Runs at noon ' }, 'After', 'Runs at noon'],
      [{ name: 'Both', description: 'ü'.repeat(200) }, 'Both', 'ü'.repeat(200)],
      [{ name: null, description: 'No name' }, 'Both', 'No name'],
      [{ description: null }, 'Both', null],
      [{ name: 'Last', description: '' }, 'Last', null],
      [{ name: 'Last', description: ' ' }, 'Last', null],
    ] as const) {
      const answer = await app.manage('PATCH', `/${id}`, { body });
      expect(answer).toMatchObject({ status: 200, body: { name, description } });
      expect(await entryOf(id)).toEqual(answer.body);
    }
  });

  it('answers 200 again to the same name, and to an id in upper case', async () => {
    const { id } = await app.create();
    for (const spelled of [id, id, id.toUpperCase()]) {
      const { status, body } = await app.manage('PATCH', `/${spelled}`, { body: { name: 'Same' } });
      expect([status, body.id, body.name]).toEqual([200, id, 'Same']);
    }
  });

  it('answers 200 while the identity provider is unavailable, and updates it later', async () => {
    const { id } = await app.create();
    const revision = (await app.provider.findClient(id))?.revision;
    app.provider.wire.isDown = true;
    const { status, body } = await app.manage('PATCH', `/${id}`, { body: { name: 'Later' } });
    app.provider.wire.isDown = false;
    expect([status, body.name]).toEqual([200, 'Later']);

    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect((await app.provider.findClient(id))?.revision).not.toBe(revision);
    expect(await entryOf(id)).toMatchObject({ name: 'Later' });
  });
});
