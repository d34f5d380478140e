import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('PATCH /iam/m2m-credentials/{credentialId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    ({ id } = await app.create({ name: 'Before' }));
  });
  afterEach(async () => {
    expect(await app.sql('SELECT name FROM m2m_credentials')).toEqual([{ name: 'Before' }]);
  });
  afterAll(() => app.close());

  async function refusal(body: unknown): Promise<string> {
    // The body is checked before the existence of the credential.
    const answers = [
      await app.manage('PATCH', `/${id}`, { body }),
      await app.manage('PATCH', `/${randomUUID()}`, { body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    return String(answers[0]?.body.error_description);
  }

  it.each(['{', '[]', '7', 'null'])('refuses the body %p', async (body) => {
    expect(await refusal(body)).toMatch(/^the request body /);
  });

  it('refuses a request without a body', async () => {
    expect((await app.manage('PATCH', `/${id}`)).status).toBe(400);
  });

  it.each([undefined, null, '', ' ', 'x'.repeat(101), 'a\tb', 'a\u0000b', '\udc00'])(
    'refuses the name %j',
    async (name) => {
      expect(await refusal({ name })).toMatch(/^name must /);
    },
  );

  it('refuses a name that is not a string', async () => {
    for (const name of [7, true, [], {}]) expect(await refusal({ name })).toBe('name must be a string');
  });

  it.each([7, true, [], {}, 'x'.repeat(201), 'a\tb', 'a\u0000b', '\udc00'])(
    'refuses the description %j',
    async (description) => {
      expect(await refusal({ description })).toMatch(/^description must /);
      expect(await refusal({ name: 'After', description })).toMatch(/^description must /);
    },
  );

  it.each(['client_id', 'type', 'public_key', 'expires_at', 'Name'])(
    'refuses the unknown member %s',
    async (member) => {
      expect(await refusal({ name: 'After', [member]: 'x' })).toBe(
        `${member} is not a member of this request`,
      );
    },
  );
});
