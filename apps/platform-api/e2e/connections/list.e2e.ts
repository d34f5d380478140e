import { given } from '@governance/testing';
import { permissions, permissionsOfRole } from '@governance/iam';
import { newOrganization } from '../support/credentials-app';

const path = '/iam/connections';

const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: [] };

describe('GET /iam/connections', () => {
  const app = given(newOrganization);
  beforeAll(() => {
    app.provider.directory.connections.set(app.orgId, [
      { id: 'con_1', name: 'Acme single sign-on', type: 'enterprise', enabled: false, secondFactor },
      { id: 'con_2', name: 'Password', type: 'database', enabled: true },
    ]);
    app.provider.directory.upstreams.set('con_1', {
      issuer: 'https://login.acme.example',
      clientId: 'governance',
      redirectUri: 'https://login.example.org/connections/con_1/callback',
      clientSecret: 'canary-of-the-list',
    });
    const theirs = { id: 'con_3', name: 'Theirs', type: 'database', enabled: true };
    app.provider.directory.connections.set('org_globex', [theirs]);
  });

  it('answers 200 with the connections of the organization, including disabled ones § 1.4f 2.11a 2.11b 2.11c 2.11d 2.11e 4.2bt', async () => {
    const token = app.personToken({ permissions: [...permissionsOfRole('viewer')] });
    const { status, body, headers } = await app.ask('GET', path, { token });
    expect([status, body]).toEqual([
      200,
      {
        connections: [
          { id: 'con_1', name: 'Acme single sign-on', type: 'enterprise', enabled: false },
          { id: 'con_2', name: 'Password', type: 'database', enabled: true },
        ],
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows the provider and what counts as a second factor only to users who may change connections', async () => {
    const { clientId } = await app.create();
    const shownTo = async (token: string): Promise<unknown> =>
      (await app.ask('GET', path, { token })).body.connections;
    const toAdmins = await shownTo(app.personToken({ permissions: ['org:connections:write'] }));
    expect(toAdmins).toMatchObject([
      {
        id: 'con_1',
        second_factor: { acr_values: ['urn:acme:loa:2'], amr_values: [] },
        second_factor_confirmed_at: null,
        issuer: 'https://login.acme.example',
        client_id: 'governance',
        redirect_uri: 'https://login.example.org/connections/con_1/callback',
      },
      { id: 'con_2', second_factor: null, issuer: null, client_id: null, redirect_uri: null },
    ]);
    expect(JSON.stringify(toAdmins)).not.toContain('canary');
    const others = permissions.filter((permission) => permission !== 'org:connections:write');
    for (const token of [app.personToken({ permissions: others }), app.machineToken(clientId)]) {
      const text = JSON.stringify(await shownTo(token));
      expect(text).toContain('con_1');
      expect(text).not.toMatch(/second_factor|urn:acme|issuer|client_id|redirect_uri/);
    }
  });

  it('has exactly the two shapes of its document: for members and machines, and for admins § 4.2bt', async () => {
    const { body: document } = await app.call('/openapi.json');
    const { schemas } = document.components as {
      schemas: Record<string, { required: string[]; properties: Record<string, { items: object }> }>;
    };
    const refs = ['ConfiguredConnection', 'Connection'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    }));
    expect(schemas.ConnectionList?.properties.connections?.items).toEqual({ anyOf: refs });
    const membersOf = async (permission: string): Promise<string[]> => {
      const { body } = await app.ask('GET', path, { token: app.personToken({ permissions: [permission] }) });
      const [first] = body.connections as object[];
      return Object.keys(first ?? {}).toSorted();
    };
    expect(await membersOf('self:organization:read')).toEqual(schemas.Connection?.required.toSorted());
    expect(await membersOf('org:connections:write')).toEqual(
      schemas.ConfiguredConnection?.required.toSorted(),
    );
  });

  it('answers each organization with its own, and one without any with an empty list § 2.11f 5.2.7c', async () => {
    const idsOf = async (org_id: string): Promise<unknown> =>
      (await app.ask('GET', path, { token: app.personToken({ org_id }) })).body;
    expect(await idsOf('org_globex')).toMatchObject({ connections: [{ id: 'con_3' }] });
    expect(await idsOf('org_initech')).toEqual({ connections: [] });
  });

  it('needs no permission, for machines too § 4.2bu', async () => {
    const { clientId } = await app.create();
    const tokens = [app.personToken({ permissions: [] }), app.machineToken(clientId, { permissions: [] })];
    for (const token of tokens) expect((await app.ask('GET', path, { token })).status).toBe(200);
  });
});

describe('GET /iam/connections while the identity provider is unavailable', () => {
  const app = given(newOrganization);

  it('answers 503 with Retry-After', async () => {
    app.provider.wire.isDown = true;
    const { status, body, headers } = await app.ask('GET', '/iam/connections');
    expect([status, body]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
