import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createIdentity, identitiesPath } from '../support/service-identities';

describe('PATCH /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    ({ id } = await createIdentity(app, { name: 'Before' }));
  });
  afterEach(async () => {
    const rows = await app.sql('SELECT name, is_kept FROM service_identities');
    expect(rows).toEqual([{ name: 'Before', is_kept: false }]);
  });
  afterAll(() => app.close());

  async function refusal(body: unknown): Promise<string> {
    // The body is checked before the existence of the service identity.
    const answers = [
      await app.ask('PATCH', `${identitiesPath}/${id}`, { body }),
      await app.ask('PATCH', `${identitiesPath}/${randomUUID()}`, { body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    return String(answers[0]?.body.error_description);
  }

  it.each(['{', '[]', '7', 'null', undefined])('refuses the body %p', async (body) => {
    expect(await refusal(body)).toMatch(/^the request body /);
  });

  it.each([
    undefined,
    null,
    '',
    ' ',
    'x'.repeat(101),
    'a\tb',
    'a\u0000b',
    '\udc00',
    'a\u202eb',
    '\u3164',
    7,
    ['a'],
  ])('refuses the name %j', async (name) => {
    expect(await refusal({ name })).toMatch(/^name must /);
  });

  it.each(['permissions', 'id', 'credentials', 'Name'])('refuses the unknown member %s', async (member) => {
    expect(await refusal({ name: 'After', [member]: 'x' })).toBe(`${member} is not a member of this request`);
  });
});
