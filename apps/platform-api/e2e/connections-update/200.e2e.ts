import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  newConnection,
  password,
  startConnectionsApp,
  updateConnection,
} from '../support/connections';
import { laterToken } from '../support/members';
import { claimsNamespace } from '../support/platform-app';

describe('PATCH /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeEach(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterEach(() => app.close());

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

  it('answers 200 with the connection, and changes nothing for an empty object', async () => {
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
