import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createIdentity, createUnusedIdentity, identitiesPath } from '../support/service-identities';

describe('PATCH /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for one of another organization, an ended one and an unknown one', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const foreign = [await createIdentity(app, {}, { token }), await createUnusedIdentity(app, { token })];
    const ended = await createIdentity(app);
    await app.manage('DELETE', `/${ended.credentialId}`);
    const before = await app.sql('SELECT * FROM service_identities ORDER BY id');
    const answers = new Set<string>();
    const ids = [
      ...foreign.map(({ id }) => id),
      ended.id,
      randomUUID(),
      'not-an-id',
      'a'.repeat(300),
      '%27',
      '%zz',
    ];
    for (const id of ids) {
      const { status, headers, text } = await app.ask('PATCH', `${identitiesPath}/${id}`, {
        body: { name: 'Stolen' },
      });
      const ignored = ['date', 'x-request-id'];
      const shown = [...headers].filter(([name]) => !ignored.includes(name));
      expect(text).toBe(
        '{"error":"not_found","error_description":"there is no service identity with this id"}',
      );
      answers.add(JSON.stringify([status, shown, text]));
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^\[404,/);
    expect(await app.sql('SELECT * FROM service_identities ORDER BY id')).toEqual(before);
  });
});
