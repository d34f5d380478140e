import { given, type HttpAnswer } from '@governance/testing';
import { type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  newConnection,
  newConnectionsOrganization,
  password,
  refusedFactors,
  unknownConnection,
  updateConnection,
} from '../support/connections';
import { laterToken } from '../support/members';
import { claimsNamespace } from '../support/platform-app';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

const printable = 'must have 1 to 500 printable ASCII characters, and no spaces';

describe('PATCH /iam/connections/{connectionId}', () => {
  describe('200', () => {
    const app = given(newConnectionsOrganization, beforeEach);
    let id: string;
    beforeEach(async () => {
      id = await connectionId(app);
    });
    const configured = (): object => ({
      id,
      name: newConnection.name,
      type: 'enterprise',
      enabled: true,
      issuer: newConnection.issuer,
      client_id: newConnection.client_id,
      redirect_uri: `https://login.example.org/connections/${id}/callback`,
      second_factor: null,
      second_factor_confirmed_at: null,
    });

    it('answers 200 with the connection, and changes nothing for an empty object § 10.6g', async () => {
      for (const body of [{}, { name: null, enabled: '', client_secret: '', second_factor: '' }]) {
        const answer = await updateConnection(app, id, { body });
        expect([answer.status, answer.body]).toEqual([200, configured()]);
      }
    });

    it.each([
      [{ name: ' Renamed ' }, { name: 'Renamed' }, null],
      [{ enabled: false }, { enabled: false }, 'disabled'],
      [{ enabled: true }, {}, 'enabled'],
      [{ client_secret: 'next-canary-secret' }, {}, 'client_secret'],
      [
        { second_factor: { acr_values: ['2', '2'] } },
        { second_factor: { acr_values: ['2'], amr_values: [] } },
        'second_factor',
      ],
      [
        { enabled: true, second_factor: { acr_values: null, amr_values: ['mfa'] } },
        { second_factor: { acr_values: [], amr_values: ['mfa'] } },
        'enabled,second_factor',
      ],
      [{ second_factor: null }, {}, 'no_second_factor'],
    ])('answers 200 to %j, and records what kind of change it was', async (body, changed, reason) => {
      const answer = await updateConnection(app, id, { body });
      expect([answer.status, answer.body]).toEqual([200, { ...configured(), ...changed }]);
      expect(answer.text).not.toContain('canary');
      expect(await auditOf(app)).toMatchObject([
        { operation: 'connections:update', target: id, outcome: 'done', reason, actor_kind: 'person' },
      ]);
      const { client_secret: kept } = { client_secret: newConnection.client_secret, ...body };
      expect(app.provider.directory.upstreams.get(id)?.clientSecret).toBe(kept);
    });

    it('keeps the second factor until it is changed, or cleared by null', async () => {
      const second_factor = { acr_values: ['urn:acme:loa:2'], amr_values: ['mfa'] };
      const factorAfter = async (body: object): Promise<unknown> =>
        (await updateConnection(app, id, { body })).body.second_factor;
      expect(await factorAfter({ second_factor })).toEqual(second_factor);
      expect(await factorAfter({ name: 'Renamed', second_factor: '' })).toEqual(second_factor);
      expect(await factorAfter({ second_factor: null })).toBeNull();
      expect(await factorAfter({})).toBeNull();
    });

    it('says since when a second factor counts: once it is set with a recent one', async () => {
      const now = Math.floor(Date.now() / 1_000);
      const confirmedBy = async (mfaAt: number): Promise<unknown> => {
        const token = app.personToken({ [`${claimsNamespace}mfa_at`]: mfaAt });
        const body = { second_factor: { amr_values: ['mfa'] } };
        return (await updateConnection(app, id, { body, token })).body.second_factor_confirmed_at;
      };
      expect(await confirmedBy(now - 400)).toBeNull();
      expect(await confirmedBy(now)).toBe(app.provider.directory.confirmedAt.toISOString());
    });

    it('ends the tokens of the members of a disabled connection, and of no one else', async () => {
      app.provider.members.put(app.orgId, { id: 'by-connection', role: 'viewer', connectionId: id });
      app.provider.members.put(app.orgId, { id: 'by-password', role: 'viewer' });
      const ask = async (token: string): Promise<number> =>
        (await app.ask('PATCH', '/self/profile', { token, body: {} })).status;
      const token = app.personToken({ sub: 'by-connection' });
      await updateConnection(app, id, { body: { name: 'Still open' } });
      expect(await ask(token)).toBe(200);
      await updateConnection(app, id, { body: { enabled: false } });
      expect(await ask(token)).toBe(401);
      expect(await ask(app.personToken({ sub: 'by-password' }))).toBe(200);
      expect(await ask(app.personToken({ sub: 'by-connection', org_id: 'org_globex' }))).toBe(200);
      await updateConnection(app, id, { body: { enabled: true } });
      expect([await ask(token), await ask(laterToken(app, { sub: 'by-connection' }))]).toEqual([401, 200]);
    });

    it('renames and disables a password too', async () => {
      const { status, body } = await updateConnection(app, password.id, {
        body: { name: 'Passwords', enabled: false },
      });
      const nothing = { issuer: null, client_id: null, redirect_uri: null };
      expect([status, body]).toEqual([
        200,
        { ...configured(), ...password, ...nothing, name: 'Passwords', enabled: false },
      ]);
    });
  });

  describe('400', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });

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
      ...refusedFactors,
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

    it('answers 400 to a second factor for a password § 10.6h', async () => {
      const body = { second_factor: { acr_values: ['2'] } };
      const answer = await updateConnection(app, password.id, { body });
      expect([answer.status, answer.body.error_description]).toEqual([
        400,
        'second_factor is for connections of type enterprise',
      ]);
      expect((await updateConnection(app, password.id, { body: { second_factor: null } })).status).toBe(200);
    });

    it('answers 400 to a client secret for a password', async () => {
      const { status, body } = await updateConnection(app, password.id, {
        body: { client_secret: 'canary' },
      });
      expect([status, body.error_description]).toEqual([
        400,
        'client_secret is for connections of type enterprise',
      ]);
    });
  });

  describe('409', () => {
    const app = given(newConnectionsOrganization);

    it('answers 409 if no account-admin could sign in afterwards, changes nothing, and cuts off no token § 10.6l', async () => {
      const id = await connectionId(app);
      app.provider.members.put(app.orgId, { id: 'person-1', role: 'account-admin', connectionId: id });
      app.provider.directory.needed.add(id);
      const before = await connectionsState(app);
      const { status, body } = await updateConnection(app, id, { body: { enabled: false } });
      expect([status, body]).toEqual([
        409,
        {
          error: 'conflict',
          error_description:
            'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
        },
      ]);
      expect(await connectionsState(app)).toEqual(before);
      expect(await auditOf(app)).toMatchObject([{ target: id, outcome: 'refused', reason: 'conflict' }]);
    });

    it('answers 409 while another change of the connection is not finished, and has no effect', async () => {
      const id = await connectionId(app);
      const finish = await leaveUnfinished(app, id);
      const before = await connectionsState(app);
      const { status, body } = await updateConnection(app, id, { body: { name: 'Renamed' } });
      expect([status, body]).toEqual([409, unfinished]);
      expect(await connectionsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({
        target: id,
        outcome: 'refused',
        reason: 'conflict',
      });
      await finish();
      expect((await updateConnection(app, id, { body: { name: 'Renamed' } })).status).toBe(200);
    });
  });

  describe('503', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });
    const send = (request: Request): Promise<HttpAnswer> =>
      updateConnection(app, id, { body: { enabled: false }, ...request });

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.6m', async () => {
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
