import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionsPath,
  connectionsState,
  createConnection,
  startConnectionsApp,
} from '../support/connections';

const printable = 'must have 1 to 500 printable ASCII characters, and no spaces';
const issuer = 'issuer must be an https URL of at most 500 characters, without a query';
const bounds = 'must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces';

describe('POST /iam/connections', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
  });
  afterAll(() => app.close());

  it.each([
    [{ name: undefined }, 'name must have 1 to 100 characters'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'a\u2066b' }, 'name must have no control, text-direction or other invisible characters'],
    [{ name: 'a\tb' }, 'name must have no control, text-direction or other invisible characters'],
    [{ issuer: undefined }, issuer],
    [{ issuer: ['https://login.acme.example'] }, 'issuer must be a string'],
    [{ issuer: 'http://login.acme.example' }, issuer],
    [{ issuer: 'http://169.254.169.254/latest' }, issuer],
    [{ issuer: 'file:///etc/passwd' }, issuer],
    [{ issuer: 'https://canary:canary@login.acme.example' }, issuer],
    [{ issuer: `https://login.acme.example/${'a'.repeat(500)}` }, issuer],
    [{ client_id: '' }, `client_id ${printable}`],
    [{ client_id: 7 }, 'client_id must be a string'],
    [{ client_secret: null }, `client_secret ${printable}`],
    [{ client_secret: {} }, 'client_secret must be a string'],
    [{ client_secret: 'canary\r\nX: y' }, `client_secret ${printable}`],
    [{ enabled: 'yes' }, 'enabled must be a boolean value'],
    [{ type: 'database' }, 'type is not a member of this request'],
    [{ id: 'con_mine' }, 'id is not a member of this request'],
    [{ second_factor: 'canary' }, 'second_factor must be an object'],
    [{ second_factor: [] }, 'second_factor must be an object'],
    [{ second_factor: {} }, 'second_factor must have at least one value in acr_values or amr_values'],
    [
      { second_factor: { acr_values: [], amr_values: '' } },
      'second_factor must have at least one value in acr_values or amr_values',
    ],
    [
      { second_factor: { acr_values: ['2'], canary: 1 } },
      'second_factor must have no members but acr_values and amr_values',
    ],
    [{ second_factor: { acr_values: 'canary' } }, 'second_factor.acr_values must be an array of strings'],
    [{ second_factor: { amr_values: [7] } }, 'second_factor.amr_values must be an array of strings'],
    [{ second_factor: { acr_values: ['canary 2'] } }, `second_factor.acr_values ${bounds}`],
    [
      { second_factor: { amr_values: Array.from({ length: 11 }, String) } },
      `second_factor.amr_values ${bounds}`,
    ],
  ])('answers 400 to %j, without its value, and adds nothing', async (changes, description) => {
    const before = await connectionsState(app);
    const { status, body, text } = await createConnection(app, changes);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: description }]);
    expect(text).not.toContain('canary');
    expect(await connectionsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
  });

  it('answers 400 to a body that is not an object, and to an unsupported version', async () => {
    for (const body of ['{', [], 'null']) {
      expect((await app.ask('POST', connectionsPath, { body })).status).toBe(400);
    }
    const { status, body } = await app.ask('POST', `${connectionsPath}?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
  });
});
