import { given, type HttpAnswer } from '@governance/testing';
import { type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  connectionsState,
  createConnection,
  newConnection,
  newConnectionsOrganization,
  refusedFactors,
  removeConnection,
} from '../support/connections';

const printable = 'must have 1 to 500 printable ASCII characters, and no spaces';

const issuer = 'issuer must be an https URL of at most 500 characters, without a query';

describe('POST /iam/connections', () => {
  describe('201, 400', () => {
    const app = given(newConnectionsOrganization, beforeEach);

    it('answers 201 with the connection and its redirect URI, without the secret, and lists it § 10.6a', async () => {
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
      ...refusedFactors,
    ])('answers 400 to %j, without its value, and adds nothing', async (changes, description) => {
      const before = await connectionsState(app);
      const { status, body, text } = await createConnection(app, changes);
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: description }]);
      expect(text).not.toContain('canary');
      expect(await connectionsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
    });

    it('answers 400 to a body that is not an object, and to an unsupported version § 10.6b', async () => {
      for (const body of ['{', [], 'null']) {
        expect((await app.ask('POST', connectionsPath, { body })).status).toBe(400);
      }
      const { status, body } = await app.ask('POST', `${connectionsPath}?api-version=2.0`);
      expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    });
  });

  describe('503', () => {
    const app = given(newConnectionsOrganization);
    const send = (request: Request): Promise<HttpAnswer> => createConnection(app, {}, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.6f', async () => {
      const before = await connectionsState(app);
      app.provider.wire.isDown = true;
      const { status, body, headers } = await send({});
      app.provider.wire.isDown = false;
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
    });
  });
});

describe('POST /iam/connections at the limit of the organization', () => {
  const app = given(newConnectionsOrganization);
  beforeAll(() => {
    app.provider.directory.most = 2;
  });

  it('answers 409 and adds nothing, until a connection is removed § 10.6e', async () => {
    const id = await connectionId(app);
    await connectionId(app);
    const before = await connectionsState(app);
    const { status, body } = await createConnection(app);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description: 'the organization has reached its limit of connections: remove one first',
      },
    ]);
    expect(await connectionsState(app)).toEqual(before);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict', target: null }]);
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await createConnection(app, {}, { token })).status).toBe(201);
    expect((await removeConnection(app, id)).status).toBe(204);
    expect((await createConnection(app)).status).toBe(201);
  });
});
