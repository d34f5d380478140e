import { permissionsOfRole } from '@governance/iam';
import { given, startTokenIssuer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { badToken, lacks, noOrganization, stepUp, unknown } from './support/answers';
import { startMatrix } from './support/matrix';
import { type MatrixRow, permissionOf, privateRows } from './support/rows';

const routes = [
  'GET /self/me',
  'GET /self/profile',
  'PATCH /self/profile',
  'GET /iam/m2m-credentials',
  'POST /iam/m2m-credentials',
  'DELETE /iam/m2m-credentials/{credentialId}',
  'GET /iam/members',
  'GET /iam/audit-events',
];
const rows = privateRows.filter(({ route }) => routes.includes(route));
const admin = ['governance-admin'];

describe('a token of a second issuer, for people alone', () => {
  const people = given(() => startTokenIssuer({ audience: 'https://people.api.example.org' }));
  const matrix = given(() =>
    startMatrix({
      otherIssuers: [
        {
          issuer: people.issuer,
          audience: people.audience,
          types: ['jwt'],
          issues: ['people'],
          claims: { org_id: 'organization', mfa_at: 'loa_map.2', roles: 'realm_access.roles' },
          rolePermissions: { 'governance-admin': 'account-admin', reader: 'viewer' },
          window: 'policy',
        },
      ],
    }),
  );
  beforeAll(async () => {
    await matrix.app.sql(
      `INSERT INTO default_second_factor_windows (set_at, set_by, seconds) VALUES (now(), 'uid 1', 900)`,
    );
    await matrix.app.sql(`INSERT INTO second_factor_windows (org_id, seconds) VALUES ('org_initech', 120)`);
  });
  afterAll(async () => {
    await matrix.app.close();
    await people.close();
  });

  const now = (): number => Math.floor(Date.now() / 1_000);

  function tokenOf(claims: Readonly<Record<string, unknown>> = {}, typ = 'JWT'): string {
    const base = {
      scope: 'openid api:full:read api:full:write',
      organization: { [matrix.app.orgId]: {} },
      realm_access: { roles: admin },
      loa_map: { '2': now() },
    };
    return people.mint({ header: { typ }, claims: { ...base, ...claims } });
  }

  it.each(rows)('is admitted by $route by its role', async (row) => {
    expect((await matrix.askInOrg(row, tokenOf())).status).toBe(row.success);
  });

  it.each(rows.filter((row) => !permissionsOfRole('viewer').has(permissionOf(row) ?? 'self:profile:read')))(
    'gets 403 at $route with a role that lacks the permission',
    async (row) => {
      const token = tokenOf({ realm_access: { roles: ['reader'] } });
      expect(await matrix.answerTo(row, { token })).toEqual(lacks(permissionOf(row) ?? 'self:profile:read'));
    },
  );

  it.each(rows)(
    'gets 401 at $route for two organizations, another type, a machine, and more',
    async (row) => {
      const { app } = matrix;
      const { clientId } = await app.create();
      const tokens = [
        tokenOf({ organization: { [app.orgId]: {}, org_globex: {} } }),
        tokenOf({ organization: [app.orgId, 'org_globex'] }),
        tokenOf({}, 'at+jwt'),
        tokenOf({ aud: app.issuer.audience }),
        tokenOf({ iss: app.issuer.issuer }),
        people.mintForMachine(clientId, { header: { typ: 'JWT' }, claims: { organization: [app.orgId] } }),
        app.issuer.mint({ header: { typ: 'JWT' }, claims: { iss: people.issuer, aud: people.audience } }),
      ];
      for (const token of tokens) expect(await matrix.answerTo(row, { token })).toEqual(badToken);
    },
  );

  it.each(rows.filter(({ inOrganization }) => inOrganization))(
    'gets 403 at $route without an organization',
    async (row) => {
      expect(await matrix.answerTo(row, { token: tokenOf({ organization: {} }) })).toEqual(noOrganization);
    },
  );

  it('gets the same 404 for a target of another organization as for an unknown one', async () => {
    const row = rowOf('DELETE /iam/m2m-credentials/{credentialId}');
    const token = tokenOf({ organization: ['org_globex'] });
    const foreign = await matrix.answerTo(row, { token });
    expect(foreign).toEqual(unknown('credential'));
    expect(await matrix.answerTo(row, { token, targetId: randomUUID() })).toEqual(foreign);
  });

  it.each([
    ['the default window', 'org_acme', 900],
    ['the window of its organization', 'org_initech', 120],
  ])('needs a second factor within %s, and an absent one is stale', async (_, orgId, window) => {
    const row = rowOf('POST /iam/m2m-credentials');
    const at = (loa_map: unknown): string => tokenOf({ organization: [orgId], loa_map });
    for (const loaMap of [undefined, {}, { '1': now() }, { '2': 'soon' }, { '2': now() - window - 2 }]) {
      expect(await matrix.answerTo(row, { token: at(loaMap) })).toEqual(stepUp(window));
    }
    expect((await matrix.ask(row, { token: at({ '2': now() - window + 30 }) })).status).toBe(row.success);
    const read = rowOf('GET /iam/m2m-credentials');
    expect((await matrix.ask(read, { token: at(undefined) })).status).toBe(read.success);
  });

  it('has a profile of its own, though a user of the other issuer has the same sub § V10.3.3', async () => {
    const sub = 'user_of_both';
    const [theirs, ours] = [tokenOf({ sub }), matrix.app.personToken({ sub })];
    const profileOf = async (token: string): Promise<unknown> =>
      (await matrix.app.ask('GET', '/self/profile', { token })).body.display_name;
    await matrix.app.ask('PATCH', '/self/profile', { token: theirs, body: { display_name: 'Theirs' } });
    expect([await profileOf(theirs), await profileOf(ours)]).toEqual(['Theirs', null]);
    await matrix.app.ask('PATCH', '/self/profile', { token: ours, body: { display_name: 'Ours' } });
    expect([await profileOf(theirs), await profileOf(ours)]).toEqual(['Theirs', 'Ours']);
  });

  it('outlives the removal of a member with the same sub, whose own tokens end', async () => {
    const { app } = matrix;
    const sub = `user_${randomUUID()}`;
    app.provider.members.put(app.orgId, { id: sub, role: 'viewer' });
    const [theirs, ours] = [tokenOf({ sub }), app.personToken({ sub })];
    const statusOf = async (token: string): Promise<number> =>
      (await app.ask('PATCH', '/self/profile', { token, body: {} })).status;
    expect([await statusOf(theirs), await statusOf(ours)]).toEqual([200, 200]);
    // By an admin of the second issuer: the member is still one of the managed issuer.
    expect((await app.ask('DELETE', `/iam/members/${sub}`, { token: tokenOf() })).status).toBe(204);
    expect([await statusOf(theirs), await statusOf(ours)]).toEqual([200, 401]);
  });

  it('is named with its issuer in the audit trail', async () => {
    const { app } = matrix;
    const [sub, orgId] = ['auditor', `org_${randomUUID()}`];
    const token = tokenOf({ sub, organization: [orgId] });
    const answer = await app.ask('POST', '/iam/m2m-credentials', {
      token,
      body: { name: 'Nightly export', type: 'client_secret' },
    });
    expect(answer.status).toBe(201);
    const events = await app.sql('SELECT actor_issuer, actor_subject FROM audit_trail WHERE org_id = $1', [
      orgId,
    ]);
    expect(new Set(events.map((event) => JSON.stringify(event)))).toEqual(
      new Set([JSON.stringify({ actor_issuer: people.issuer, actor_subject: sub })]),
    );
  });

  function rowOf(route: string): MatrixRow {
    const found = rows.find((row) => row.route === route);
    if (found === undefined) throw new Error(`no row ${route}`);
    return found;
  }
});

describe('an issuer that has never answered', () => {
  it('causes 503 for its own tokens alone', async () => {
    const people = await startTokenIssuer();
    const { app } = await startMatrix({ otherIssuers: [{ issuer: people.issuer, issues: ['people'] }] });
    await people.stop();
    const statusOf = async (token: string): Promise<number> =>
      (await app.ask('GET', '/self/me', { token })).status;
    expect(await statusOf(people.mint())).toBe(503);
    expect(await statusOf(app.personToken())).toBe(200);
    await app.close();
    await people.close();
  });
});
