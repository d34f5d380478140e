import { claimsToCaller, ClaimsRefused, issuerProfileOf } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { keycloakHarness, requestToken } from './keycloak-harness';
import { addStranger } from './life/stranger';
import { createTestRealm, type TestRealm } from './test-realm';

describe('a realm with clients of other applications', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm();
  });
  afterAll(() => realm.remove());

  it('issues them tokens that show neither a person nor a machine of ours', async () => {
    const secret = await addStranger(realm, 'reporting');
    const token = await requestToken(realm, { clientId: 'reporting', secret });
    const claims = decodeJwt(token ?? '');
    const profile = issuerProfileOf({ issuer: realm.issuer, claimsNamespace: '' });
    expect(() => claimsToCaller(claims, profile)).toThrow(ClaimsRefused);
  });

  it('has none of them found or listed by the adapter, with any client id', async () => {
    const harness = await keycloakHarness(realm);
    const { provider } = harness;
    const [id, tag] = [randomUUID(), randomUUID()];
    await addStranger(realm, 'governance-m2m-console');
    await addStranger(realm, `governance-m2m-${tag}`, { id });
    await addStranger(realm, `other-${tag}`, { id: tag, attributes: { 'governance.revision': '1' } });
    expect(await provider.findClient(id)).toBeUndefined();
    expect(await provider.findClient(tag)).toBeUndefined();
    for await (const client of provider.listClients()) throw new Error(`listed ${client.clientId}`);
    await harness.close();
  });

  it('refuses a scope that would narrow the permissions of a machine', async () => {
    const harness = await keycloakHarness(realm);
    const { provider, orgIds } = harness;
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
    await harness.close();
  });
});
