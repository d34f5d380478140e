import { KeycloakIdentityProvider } from '@governance/identity-provider-client';
import { createTestRealm, type TestRealm } from './test-realm';

describe('npm run operate -- keycloak', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm();
  });
  afterAll(() => realm.remove());

  it('finds no drift in what it made, and can be repeated', async () => {
    expect(await realm.prepare('--check')).toMatchObject({ code: 0 });
    expect(await realm.prepare()).toMatchObject({ code: 0 });
  });

  it('names each drift without a change, and then removes it', async () => {
    const { operator, name } = realm;
    const [client] = (await operator.call('GET', `/${name}/clients?clientId=governance-service`)) as {
      id: string;
    }[];
    const path = `/${name}/clients/${client?.id ?? ''}`;
    await operator.call('PUT', `/${name}`, { accessTokenLifespan: 86_400 });
    await operator.call('PUT', path, { clientId: 'governance-service', standardFlowEnabled: true });
    await giveRole(realm, client?.id ?? '', 'manage-users');

    const drifted = {
      code: 1,
      output: [
        `${name}.accessTokenLifespan: 86400, wanted 600`,
        'governance-service.standardFlowEnabled: true, wanted false',
        expect.stringMatching(
          /^governance-service.roles: \[.*"manage-users".*\], wanted \["manage-clients"\]$/,
        ),
      ],
    };
    for (let times = 0; times < 2; times += 1) {
      const { code, output } = await realm.prepare('--check');
      expect({ code, output: output.split('\n') }).toEqual(drifted);
    }
    expect(await realm.prepare()).toMatchObject({ code: 0 });
    expect(await realm.prepare('--check')).toMatchObject({ code: 0 });
  });

  it('says what is missing', async () => {
    const output = expect.stringContaining('--chekc') as string;
    expect(await realm.prepare('--chekc')).toMatchObject({ code: 2, output });
  });
});

describe('the service account of a prepared realm', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm();
  });
  afterAll(() => realm.remove());

  it('manages clients, and nothing else', async () => {
    const { serverUrl, name, settings } = realm;
    expect(
      await new KeycloakIdentityProvider(settings).findClient('6c0a4f52-95f1-4f6c-8f0e-5d7d0a2c9b31'),
    ).toBeUndefined();
    const { clientId: client_id, clientSecret: client_secret } = settings;
    const answer = await fetch(`${realm.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const statusOf = async (path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${serverUrl}/admin/realms/${name}${path}`, { headers })).status;
    };
    expect(await statusOf('/clients?max=1')).toBe(200);
    expect(
      await Promise.all(['/users', '/organizations', '/identity-provider/instances'].map(statusOf)),
    ).toEqual([403, 403, 403]);
  });
});

async function giveRole({ operator, name }: TestRealm, clientId: string, role: string): Promise<void> {
  const account = (await operator.call('GET', `/${name}/clients/${clientId}/service-account-user`)) as {
    id: string;
  };
  const [management] = (await operator.call('GET', `/${name}/clients?clientId=realm-management`)) as {
    id: string;
  }[];
  const id = management?.id ?? '';
  const found = await operator.call('GET', `/${name}/clients/${id}/roles/${role}`);
  await operator.call('POST', `/${name}/users/${account.id}/role-mappings/clients/${id}`, [found]);
}
