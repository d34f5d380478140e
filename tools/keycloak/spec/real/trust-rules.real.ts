import { TrustRuleRefused } from '@governance/iam';
import { KeycloakIdentityProvider, workloadIssuerAlias } from '@governance/identity-provider-client';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { KeycloakWorkloads } from './keycloak-workloads';
import { createTestRealm } from './test-realm';

const at = opened(() => KeycloakWorkloads.open());

describe('a trust rule at Keycloak', () => {
  it('keeps its client when it is renamed, and ends when it is removed', async () => {
    const rule = await at.addRule();
    const assertion = await at.sign(rule);
    const permissions = new Set(['self:organization:read'] as const);
    expect(await at.directory.put('org_acme', { ...rule, name: 'Weekly backup', permissions })).toEqual({
      clientId: rule.clientId,
    });
    const { body } = await at.exchange(rule, assertion);
    expect(decodeJwt(String(body.access_token)).permissions).toEqual(['self:organization:read']);
    await at.directory.remove('org_globex', rule.id);
    expect(await at.statusOf(rule, assertion)).toBe(200);
    await at.directory.remove('org_acme', rule.id);
    expect(await at.statusOf(rule, assertion)).toBe(401);
    await at.directory.remove('org_acme', rule.id);
    const next = await at.addRule({ subject: rule.subject }, 'org_globex');
    expect(next.clientId).not.toBe(rule.clientId);
    expect([await at.statusOf(rule, assertion), await at.statusOf(next, assertion)]).toEqual([401, 200]);
  });

  it('is refused for a workload that has one, and for an issuer that the realm does not know as wanted', async () => {
    const rule = await at.addRule();
    const { subject } = rule;
    const same = { subject };
    const both = await Promise.all([reasonOf(at.addRule(same)), reasonOf(at.addRule(same, 'org_globex'))]);
    expect(new Set(both)).toEqual(
      new Set(['The issuer and subject are those of another rule, and Keycloak allows one.']),
    );
    expect(await at.statusOf(rule, await at.sign(rule))).toBe(200);
    expect(await reasonOf(at.addRule({ issuer: 'https://issuer.example.org' }))).toMatch(/--workload-issuer/);
    expect(await reasonOf(at.addRule({ singleUse: true }))).toMatch(/single_use must be false/);
    expect(await reasonOf(at.addRule({ issuer: at.jobs.issuer }))).toMatch(/single_use must be true/);
    expect(await reasonOf(at.addRule({ audience: 'https://api.example.org' }))).toMatch(/only the audience/);
  });

  it('is that of one organization when ten name the same workload at once', async () => {
    const subject = `workload-${randomUUID()}`;
    const orgIds = Array.from({ length: 10 }, (_, index) => `org_${index}`);
    const made = await Promise.allSettled(orgIds.map((orgId) => at.addRule({ subject }, orgId)));
    const [rule, ...others] = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(others).toEqual([]);
    expect(rule && (await at.statusOf(rule, await at.sign(rule)))).toBe(200);
  });
});

describe('a trust rule that Keycloak has', () => {
  it('is tried without a token, and shown to its organization alone', async () => {
    const rule = await at.addRule();
    const tried = await at.directory.try('org_acme', rule.id, await at.sign(rule, { sub: 'another' }));
    expect(tried?.filter(({ holds }) => holds !== true)).toEqual([
      { condition: 'signature', holds: undefined },
      { condition: 'sub', holds: false },
    ]);
    expect(await at.directory.try('org_globex', rule.id, await at.sign(rule))).toBeUndefined();
  });

  it('is no credential, which the reconciler would delete', async () => {
    await at.addRule();
    for await (const client of new KeycloakIdentityProvider(at.realm.settings).listClients()) {
      throw new Error(`listed ${client.clientId}`);
    }
  });
});

describe('npm run operate -- keycloak --workload-issuer', () => {
  it('finds a changed use and a missing role, and mends both', async () => {
    const other = await createTestRealm(...at.options);
    expect(await other.prepare(...at.options, '--check')).toMatchObject({ code: 0 });
    using folder = mkdtempDisposableSync(join(tmpdir(), 'realm-'));
    const file = join(folder.path, 'realm.json');
    expect(await other.prepare(...at.options, '--export', file)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      identityProviders: expect.arrayContaining([
        expect.objectContaining({ alias: workloadIssuerAlias(at.jobs.issuer) }),
      ]) as unknown,
    });
    const changed = ['--workload-issuer', at.platform.issuer, '--workload-issuer', at.jobs.issuer];
    const { code, output } = await other.prepare(...changed, '--check');
    expect([code, output]).toEqual([
      1,
      `workload issuer ${at.jobs.issuer}.config.supportsClientAssertionReuse: "false", wanted "true"`,
    ]);
    expect(await other.prepare(...changed)).toMatchObject({ code: 0 });
    const without = await other.prepare('--check');
    expect(without.output).toMatch(/^governance-service\.roles: .*view-identity-providers.*$/);
    await other.remove();
  });
});

async function reasonOf(putting: Promise<unknown>): Promise<string> {
  const error: unknown = await putting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof TrustRuleRefused ? error.reason : String(error);
}
