import { createPerson } from './person';
import { plantDrifts } from './planted-drifts';
import { signInByDevice } from './sign-in';
import { createTestRealm, forPeople, type TestRealm } from './test-realm';

describe('npm run operate -- keycloak for users', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm(...forPeople);
  });
  afterAll(() => realm.remove());

  it('finds no drift in what it made, and can be repeated', async () => {
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople)).toMatchObject({ code: 0 });
  });

  it('still prepares for machines alone', async () => {
    expect(await realm.prepare('--check')).toMatchObject({ code: 0 });
    expect(await realm.prepare()).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
  });

  it('names each drift without a change, and then removes it', async () => {
    await plantDrifts(realm);
    const drifted = [
      `${realm.name}.bruteForceProtected: false, wanted true`,
      'scope api:full:read.mappers.roles: "a mapper", wanted none',
      'scope governance.mappers.groups.protocolMapper: missing, wanted "oidc-organization-group-membership-mapper"',
      'scope governance.mappers.audience.config.included.custom.audience: "https://other.example.org", wanted "https://api.example.org"',
      'flow governance.3.2.2: "auth-otp-form DISABLED", wanted "auth-otp-form REQUIRED"',
      'flow governance-cli.3: "auth-cookie ALTERNATIVE", wanted none',
      'governance-cli.attributes.pkce.code.challenge.method: "S256", wanted ""',
      'governance-cli.redirectUris: ["http://127.0.0.1/callback"], wanted ["http://127.0.0.1/*","http://[::1]/*"]',
      'governance-cli.flow: missing, wanted "governance-cli"',
      'governance-cli.mappers: ["organization"], wanted []',
      'governance-console.attributes.pkce.code.challenge.method: "plain", wanted "S256"',
      'governance-console.redirectUris: ["*"], wanted ["https://api.example.org/console/callback"]',
      'organization org_acme.enabled: false, wanted true',
      'organization org_acme.attributes.org_name: ["Globex"], wanted ["Acme MSP"]',
      'organization org_globex.groups.viewer: missing, wanted "a group"',
    ];
    for (let times = 0; times < 2; times += 1) {
      const { code, output } = await realm.prepare(...forPeople, '--check');
      expect(code).toBe(1);
      expect(output.split('\n')).toEqual(expect.arrayContaining(drifted));
    }
    expect(await realm.prepare(...forPeople)).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
    const person = await createPerson(realm, { org_acme: 'viewer' });
    expect(await signInByDevice(realm, { person })).toMatchObject({
      access_token: expect.any(String) as string,
    });
  });
});
