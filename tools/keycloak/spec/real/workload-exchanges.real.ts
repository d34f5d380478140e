import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { type Claims, type Signing } from '../../../../apps/identity-provider/e2e/support/workload-issuer';
import { verdictOf } from './guard';
import { addIssuedMachine, issuedToken } from './issuing-realm';
import { KeycloakWorkloads, type Rule } from './keycloak-workloads';

const at = opened(() => KeycloakWorkloads.open());

describe('a workload of a trust rule at Keycloak', () => {
  it('gets the token of a machine of its organization, which the platform accepts', async () => {
    const rule = await at.addRule();
    const { status, body } = await at.exchange(rule, await at.sign(rule));
    expect(status).toBe(200);
    const token = String(body.access_token);
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(claims).toMatchObject({ iss: at.realm.issuer, client_id: rule.clientId, org_id: 'org_acme' });
    expect(exp - iat).toBeLessThanOrEqual(600);
    expect(await verdictOf(at.realm, token)).toMatchObject({
      outcome: 'accepted',
      caller: { kind: 'machine', orgId: 'org_acme', clientId: rule.clientId },
    });
  });

  it('uses an assertion again where the realm says so, and otherwise once, also of 20 at once', async () => {
    const often = await at.addRule();
    const assertion = await at.sign(often);
    expect([await at.statusOf(often, assertion), await at.statusOf(often, assertion)]).toEqual([200, 200]);
    const once = await at.addRule({ issuer: at.jobs.issuer, singleUse: true });
    const used = await at.sign(once);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => at.statusOf(once, used)));
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    expect(await at.statusOf(once, await at.sign(once))).toBe(200);
    expect(await at.statusOf(once, await at.sign(once, { jti: undefined }))).toBe(400);
  });

  it('can be an hour old, have no id, and have a SPIFFE ID as subject', async () => {
    const rule = await at.addRule({ preset: 'spiffe', subject: `spiffe://example.org/${randomUUID()}` });
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iat: now - 3_600, nbf: undefined, jti: undefined, exp: now + 60 };
    expect(await at.statusOf(rule, await at.sign(rule, claims))).toBe(200);
  });

  it('can be a machine of another realm', async () => {
    await using issuing = await addIssuedMachine(at.realm.issuer);
    expect(await at.realm.prepare(...at.options, '--workload-issuer', issuing.issuer)).toMatchObject({
      code: 0,
    });
    const assertion = await issuedToken(issuing);
    const { sub = '' } = decodeJwt(assertion);
    const rule = await at.addRule({ issuer: issuing.issuer, subject: sub });
    expect(await at.statusOf(rule, assertion)).toBe(200);
    const stranger = await at.addRule({ issuer: issuing.issuer, subject: randomUUID() });
    expect(await at.statusOf(stranger, assertion)).toBe(400);
  });
});

// docs/keycloak.md names them as differences from the embedded provider.
describe('Keycloak', () => {
  it('gives a token that outlives the assertion, for an access token, and for claims with a member twice', async () => {
    const rule = await at.addRule();
    const now = Math.floor(Date.now() / 1_000);
    const { body } = await at.exchange(rule, await at.sign(rule, { exp: now + 60 }));
    expect(decodeJwt(String(body.access_token)).exp).toBeGreaterThan(now + 500);
    const typed = await at.sign(rule, {}, { header: { typ: 'at+jwt' } });
    const twice = JSON.stringify(at.claimsOf(rule));
    const doubled = await at.platform.sign(twice.replace('{', '{"sub":"another",'));
    expect([await at.statusOf(rule, typed), await at.statusOf(rule, doubled)]).toEqual([200, 200]);
  });
});

describe('another assertion at Keycloak', () => {
  it('gets no token with another claim, key or algorithm', async () => {
    const rule = await at.addRule();
    const statuses = await Promise.all(
      Object.entries(otherAssertions(rule)).map(async ([what, [claims, signing]]) => [
        what,
        await at.statusOf(rule, await at.sign(rule, claims, signing)),
      ]),
    );
    expect(statuses.filter(([, status]) => status !== 400 && status !== 401)).toEqual([]);
    expect(await at.statusOf(rule, await at.sign(rule))).toBe(200);
  });

  it('gets no token without a signature, with the id of another rule, or with a secret that Keycloak made', async () => {
    const [rule, other] = [await at.addRule(), await at.addRule()];
    const assertion = await at.sign(rule);
    const [, claims = ''] = assertion.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await at.statusOf(rule, `${none}.${claims}.`)).toBe(400);
    expect(await at.statusOf(other, assertion)).toBe(400);
    const { operator, name } = at.realm;
    const [client] = (await operator.call('GET', `/${name}/clients?clientId=${rule.clientId}`)) as {
      id: string;
    }[];
    const path = `/${name}/clients/${client?.id ?? ''}/client-secret`;
    const stored = (await operator.call('GET', path)) as { value: string };
    expect(stored.value.length).toBeGreaterThan(20);
    const secret = { client_id: rule.clientId, client_secret: stored.value };
    const { status, body } = await at.requestToken(secret);
    expect([status, body.access_token]).toEqual([401, undefined]);
  });
});

/** What an assertion has instead, or how it is signed. */
function otherAssertions({
  subject = '',
}: Rule): Readonly<Record<string, readonly [claims: Claims, signing?: Signing]>> {
  const now = Math.floor(Date.now() / 1_000);
  return {
    'another subject': [{ sub: 'workload' }],
    'a longer subject': [{ sub: `${subject}2` }],
    'the subject in other letters': [{ sub: subject.toUpperCase() }],
    'a subject as list': [{ sub: [subject] }],
    'no subject': [{ sub: undefined }],
    'another audience': [{ aud: 'https://api.example.org' }],
    'several audiences': [{ aud: [at.realm.issuer, 'https://api.example.org'] }],
    'no audience': [{ aud: undefined }],
    'a longer audience': [{ aud: `${at.realm.issuer}/` }],
    'an end in the past': [{ exp: now - 1 }],
    'no end': [{ exp: undefined }],
    'a beginning in the future': [{ nbf: now + 60 }],
    'a time in the future': [{ iat: now + 60 }],
    'an unknown issuer': [{ iss: 'https://issuer.example.org' }],
    'the issuer of other rules, with the key of this one': [{ iss: at.jobs.issuer }],
    'the key of another issuer with the same kid': [{}, { key: at.jobs.privateKey }],
    'an unknown kid': [{}, { header: { kid: 'key-2' } }],
    'the public key as secret': [{}, { header: { alg: 'HS256' }, key: publicText() }],
  };
}

function publicText(): Uint8Array {
  const text = at.platform.publicKey.export({ type: 'spki', format: 'pem' });
  return new TextEncoder().encode(text.toString());
}
