import { type CredentialsApp } from '../support/credentials-app';
import {
  connectionsPath,
  createConnection,
  newConnection,
  startConnectionsApp,
} from '../support/connections';

describe('POST /iam/connections', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startConnectionsApp();
  });
  afterEach(() => app.close());

  it('answers 201 with the connection and its redirect URI, without the secret, and lists it', async () => {
    const { status, body, text, headers } = await createConnection(app, { name: '  Acme single sign-on ' });
    const id = String(body.id);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^con_[0-9a-f-]{36}$/) as string,
        name: 'Acme single sign-on',
        type: 'enterprise',
        enabled: true,
        issuer: newConnection.issuer,
        client_id: 'governance',
        redirect_uri: `https://login.example.org/connections/${id}/callback`,
        second_factor: null,
        second_factor_confirmed_at: null,
      },
    ]);
    expect(text).not.toContain('canary');
    expect(headers.get('cache-control')).toBe('no-store');
    const list = await app.ask('GET', connectionsPath);
    expect(list.body.connections).toContainEqual(body);
    expect(list.text).not.toContain('canary');
  });

  it('records who added which connection, and no part of its content', async () => {
    const { body } = await createConnection(app);
    const rows = await app.sql(
      'SELECT audit_trail::text AS row, operation, target, outcome FROM audit_trail',
    );
    expect(rows).toMatchObject([{ operation: 'connections:create', target: body.id, outcome: 'done' }]);
    expect(String(rows[0]?.row)).not.toMatch(/canary|login\.acme|single sign-on/);
  });

  it('adds it with a second factor, and records that, without its values', async () => {
    const second_factor = { acr_values: ['urn:acme:loa:2'], amr_values: ['mfa'] };
    const { status, body } = await createConnection(app, { second_factor });
    expect([status, body.second_factor]).toEqual([201, second_factor]);
    const rows = await app.sql('SELECT audit_trail::text AS row, reason FROM audit_trail');
    expect(rows).toMatchObject([{ reason: 'second_factor' }]);
    expect(String(rows[0]?.row)).not.toContain('urn:acme');
  });

  it('adds it disabled if asked to, and enabled for null and an empty text', async () => {
    for (const [enabled, expected] of [
      [false, false],
      [null, true],
      ['', true],
    ]) {
      const { status, body } = await createConnection(app, { enabled });
      expect([enabled, status, body.enabled]).toEqual([enabled, 201, expected]);
    }
  });
});
