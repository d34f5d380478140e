import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const path = '/self/profile';
const nameLength = 'display_name must have 1 to 100 characters';
const hidden = 'display_name must have no control, text-direction or other invisible characters';
const number = 'phone_number must be a valid number in E.164 form, such as +41446681800';

const refused: readonly [unknown, string][] = [
  [{ display_name: '' }, nameLength],
  [{ display_name: '   ' }, nameLength],
  [{ display_name: 'x'.repeat(101) }, nameLength],
  [{ display_name: 'a\u0007b' }, hidden],
  [{ display_name: '\u3164' }, hidden],
  [{ display_name: '\u200b' }, hidden],
  [{ display_name: 'Ada \u202eecalevoL' }, hidden],
  [{ display_name: 'a\u0000b' }, 'display_name must be well-formed text without NUL characters'],
  [{ display_name: 7 }, 'display_name must be a string'],
  [{ phone_number: '' }, number],
  [{ phone_number: '0446681800' }, number],
  [{ phone_number: '+41 44 668 18 00' }, number],
  [{ phone_number: 41446681800 }, 'phone_number must be a string'],
  [{ marketing_opt_in: 'true' }, 'marketing_opt_in must be true or false'],
  [{ marketing_opt_in: null }, 'marketing_opt_in must be true or false'],
  [{ email: 'other@example.com' }, 'email is not a member of this request'],
  [{ sub: 'other' }, 'sub is not a member of this request'],
  [{ displayName: 'A' }, 'displayName is not a member of this request'],
  ['[]', 'the request body must be a JSON object'],
  ['{', 'the request body is not valid JSON'],
];

describe('PATCH /self/profile with a body that breaks a rule', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it.each(refused)('answers 400 to %j, and changes nothing', async (body, text) => {
    const { status, body: error } = await app.ask('PATCH', path, { body });
    expect({ status, body: error }).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: text },
    });
    expect(await app.sql('SELECT 1 FROM profiles')).toEqual([]);
  });
});
