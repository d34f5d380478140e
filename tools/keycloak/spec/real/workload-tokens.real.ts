import { opened, until } from '@governance/testing';
import { decodeJwt } from 'jose';
import {
  startIdentityApp,
  type IdentityApp,
} from '../../../../apps/identity-provider/e2e/support/identity-app';
import { addOrganization, organization } from '../../../../apps/identity-provider/e2e/support/machines';
import {
  addTrustRule,
  exchangeForm,
  lastRefusedCondition,
  type TrustedClient,
} from '../../../../apps/identity-provider/e2e/support/workloads';
import { addIssuedMachine, issuedToken, type IssuingRealm } from './issuing-realm';

const refused = { error: 'invalid_grant', error_description: 'grant request is invalid' };

/** A rule for a machine of a realm, at the embedded provider. */
async function trust(
  identity: IdentityApp,
  { issuer, clientId }: IssuingRealm,
  changes: Record<string, unknown>,
): Promise<TrustedClient> {
  const conditions = [{ claim: ['client_id'], oneOf: [clientId] }];
  return addTrustRule(identity, 'oidc', { issuer, conditions, ...changes });
}

/** Why an exchange is refused; undefined if it gets a token. */
async function problemOf(identity: IdentityApp, rule: TrustedClient, assertion: string): Promise<unknown> {
  const { status, body } = await identity.token(exchangeForm(rule, assertion));
  return status === 200 ? undefined : body.error_description;
}

function unmet(condition: string): string {
  return `the assertion does not meet the condition ${condition}`;
}

describe('a machine of Keycloak at the embedded provider', () => {
  const identity = opened(startIdentityApp);
  let realm: IssuingRealm;
  let subject: string;
  beforeAll(async () => {
    await addOrganization(identity.manage);
    realm = await addIssuedMachine(identity.issuer);
    ({ sub: subject = '' } = decodeJwt(await issuedToken(realm)));
  });
  afterAll(() => realm[Symbol.asyncDispose]());

  it('exchanges its token for ours, by a rule of the preset oidc', async () => {
    const rule = await trust(identity, realm, { subject });
    const { status, body } = await identity.token(exchangeForm(rule, await issuedToken(realm)));
    expect(status).toBe(200);
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      iss: identity.issuer,
      sub: rule.clientId,
      org_id: organization,
    });
  });

  it('gets nothing for another machine, audience or realm, after the end, or a second time', async () => {
    const rule = await trust(identity, realm, { subject });
    await using elsewhere = await addIssuedMachine('https://other.example.org');
    await using alike = await addIssuedMachine(identity.issuer);
    await using brief = await addIssuedMachine(identity.issuer, { 'access.token.lifespan': '1' });
    const ended = await issuedToken(brief);
    const { sub, exp = 0 } = decodeJwt(ended);
    const foreign = await issuedToken(elsewhere);
    const foreignRule = await trust(identity, elsewhere, { subject: decodeJwt(foreign).sub });
    const briefRule = await trust(identity, brief, { subject: sub });
    expect(await problemOf(identity, rule, await issuedToken(alike))).toBe(refused.error_description);
    expect(await problemOf(identity, foreignRule, foreign)).toBe(refused.error_description);
    expect(await lastRefusedCondition(identity, foreignRule)).toBe('aud');
    const anotherMachine = await trust(identity, realm, { subject: 'another' });
    expect(await problemOf(identity, anotherMachine, await issuedToken(realm))).toBe(unmet('sub'));
    await until(() => Date.now() / 1_000 > exp);
    expect(await problemOf(identity, briefRule, ended)).toBe(unmet('exp'));
    const once = await trust(identity, realm, { subject, singleUse: true });
    const used = await issuedToken(realm);
    expect(await problemOf(identity, once, used)).toBeUndefined();
    expect(await problemOf(identity, once, used)).toBe(unmet('single_use'));
  });

  it('gets nothing after its rule was deleted', async () => {
    const rule = await trust(identity, realm, { subject });
    const assertion = await issuedToken(realm);
    expect(await problemOf(identity, rule, assertion)).toBeUndefined();
    await identity.manage('DELETE', `/organizations/${organization}/trust-rules/${rule.ruleId}`);
    expect(await problemOf(identity, rule, assertion)).toBe(refused.error_description);
  });
});

describe('a machine of Keycloak at the embedded provider in production', () => {
  const identity = opened(() =>
    startIdentityApp({ ENVIRONMENT: 'production', ISSUER: 'https://login.example.org' }),
  );

  it('gets nothing, because the provider asks no private address for keys', async () => {
    await using realm = await addIssuedMachine(identity.issuer);
    await addOrganization(identity.manage);
    const assertion = await issuedToken(realm);
    const { sub: subject } = decodeJwt(assertion);
    const ask = async (changes: Record<string, unknown>): Promise<unknown> => {
      const form = exchangeForm(await trust(identity, realm, { subject, ...changes }), assertion);
      const { status, body } = await identity.token(form, { 'x-forwarded-proto': 'https' });
      return status === 200 ? 'a token' : body;
    };
    expect(await ask({})).toEqual(refused);
    // Nothing else is wrong: with uploaded keys the same assertion gets a token.
    const { keys } = (await (await fetch(`${realm.issuer}/protocol/openid-connect/certs`)).json()) as {
      keys: Record<string, unknown>[];
    };
    const members = ['kty', 'kid', 'alg', 'use', 'n', 'e'];
    const signing = keys
      .filter(({ use }) => use === 'sig')
      .map((key) => Object.fromEntries(members.map((name) => [name, key[name]])));
    expect(await ask({ keySet: { keys: signing } })).toBe('a token');
  });
});
