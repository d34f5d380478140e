import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  password,
  startConnectionsApp,
  unknownConnection,
  updateConnection,
} from '../support/connections';

const printable = 'must have 1 to 500 printable ASCII characters, and no spaces';
const bounds = 'must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces';

describe('PATCH /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterAll(() => app.close());

  it.each([
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ name: 'a\nb' }, 'name must have no control, text-direction or other invisible characters'],
    [{ name: 7 }, 'name must be a string'],
    [{ enabled: 'false' }, 'enabled must be a boolean value'],
    [{ enabled: 0 }, 'enabled must be a boolean value'],
    [{ client_secret: 'canary secret' }, `client_secret ${printable}`],
    [{ client_secret: ['canary'] }, 'client_secret must be a string'],
    [{ issuer: 'https://other.example' }, 'issuer is not a member of this request'],
    [{ type: 'database' }, 'type is not a member of this request'],
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
    [[], 'the request body must be a JSON object'],
    ['{', 'the request body is not valid JSON'],
  ])('answers 400 to %j, for an unknown connection too, and changes nothing', async (body, description) => {
    const before = await connectionsState(app);
    for (const each of [id, unknownConnection]) {
      const answer = await updateConnection(app, each, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: description },
      ]);
      expect(answer.text).not.toContain('canary');
    }
    expect(await connectionsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-2)).toMatchObject({
      target: id,
      outcome: 'refused',
      reason: 'invalid_request',
    });
  });

  it('answers 400 to a second factor for a password', async () => {
    const body = { second_factor: { acr_values: ['2'] } };
    const answer = await updateConnection(app, password.id, { body });
    expect([answer.status, answer.body.error_description]).toEqual([
      400,
      'second_factor is for connections of type enterprise',
    ]);
    expect((await updateConnection(app, password.id, { body: { second_factor: null } })).status).toBe(200);
  });

  it('answers 400 to a client secret for a password', async () => {
    const { status, body } = await updateConnection(app, password.id, { body: { client_secret: 'canary' } });
    expect([status, body.error_description]).toEqual([
      400,
      'client_secret is for connections of type enterprise',
    ]);
  });
});
