import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('PATCH /iam/m2m-credentials/{credentialId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 409 while another change is in progress, and changes nothing', async () => {
    const { id } = await app.create({ name: 'Before' });
    const held = app.provider.wire.hold();
    const rotation = app.manage('POST', `/${id}/rotate-secret`);
    await held.reached;
    const { status, body } = await app.manage('PATCH', `/${id}`, { body: { name: 'After' } });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: 'conflict',
        error_description: 'another change of this credential is not finished, try again in a moment',
      },
    });
    held.release();
    expect((await rotation).body.name).toBe('Before');
    expect((await app.manage('PATCH', `/${id}`, { body: { name: 'After' } })).status).toBe(200);
  });
});
