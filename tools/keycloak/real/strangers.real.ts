import { claimsToCaller, ClaimsRefused, issuerProfileOf } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { keycloakHarness, requestToken } from './keycloak-harness';
import { createTestRealm, type TestRealm } from './test-realm';

describe('a realm with clients of other applications', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm();
  });
  afterAll(() => realm.remove());

  /** A machine that an operator made, by default as the console does. */
  async function addStranger(clientId: string, members: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const secret = randomUUID();
    const client = { clientId, secret, publicClient: false, serviceAccountsEnabled: true, ...members };
    await realm.operator.call('POST', `/${realm.name}/clients`, client);
    return secret;
  }

  it('issues them tokens that show neither a person nor a machine of ours', async () => {
    const secret = await addStranger('reporting');
    const token = await requestToken(realm, { clientId: 'reporting', secret });
    const claims = decodeJwt(token ?? '');
    const profile = issuerProfileOf({ issuer: realm.issuer, claimsNamespace: '' });
    expect(() => claimsToCaller(claims, profile)).toThrow(ClaimsRefused);
  });

  it('has none of them found or listed by the adapter, whatever their ids', async () => {
    const { provider, close } = await keycloakHarness(realm);
    const [id, tag] = [randomUUID(), randomUUID()];
    await addStranger('governance-m2m-console');
    await addStranger(`governance-m2m-${tag}`, { id });
    await addStranger(`other-${tag}`, { id: tag, attributes: { 'governance.revision': '1' } });
    expect(await provider.findClient(id)).toBeUndefined();
    expect(await provider.findClient(tag)).toBeUndefined();
    for await (const client of provider.listClients()) throw new Error(`listed ${client.clientId}`);
    await close();
  });

  it('refuses a scope that would narrow the permissions of a machine', async () => {
    const { provider, orgIds, close } = await keycloakHarness(realm);
    const [tag, secret] = [randomUUID(), 'gmc_secret'];
    const { clientId } = await provider.createClient({
      tag,
      revision: randomUUID(),
      orgId: orgIds[0],
      name: 'Nightly export',
      permissions: new Set(['m2m:credentials:read']),
      allowedNetworks: undefined,
      authentication: { kind: 'secret', secret },
    });
    expect(await requestToken(realm, { clientId, secret }, { scope: 'api:full:read' })).toBeUndefined();
    expect(await requestToken(realm, { clientId, secret })).toBeDefined();
    await close();
  });
});
