import { decodeJwt } from 'jose';
import { type Broker } from './broker';
import { clause, type WayClause } from './clause';
import { type KeycloakPeople, multiFactor } from './keycloak-people';
import { create } from './people-clauses';
import { claimsNamespace } from './programs';
import { untilTrue } from './until-true';
import { orgId, strictOrgId, type Way } from './way';

/** A way whose users sign in at Keycloak and get tokens of the embedded provider. */
export interface BrokerWay extends Way {
  readonly broker: Broker;
  readonly people: KeycloakPeople;
}

const stepUp = { acr_values: multiFactor, prompt: '', max_age: '3' };

/** What the embedded provider asks Keycloak for, and reads from its ID tokens. */
export const brokerClauses: readonly WayClause<BrokerWay>[] = [
  clause("Keycloak's second factor dates the tokens, and no other one is asked for", async ({ broker }) => {
    const before = Math.floor(Date.now() / 1_000);
    const member = await broker.join(orgId, 'account-admin');
    const requests: URL[] = [];
    const signedIn = await broker.signIn(broker.elsewhere(member), {}, requests);
    const [asked] = requests;
    expect(asked?.searchParams.get('acr_values')).toBe(multiFactor);
    expect(asked?.searchParams.get('max_age')).toBe('43200');
    expect(factorOf(signedIn.access_token)).toBeGreaterThanOrEqual(before);
  }),
  clause('neither provider asks twice for a factor that is recent', async ({ broker }) => {
    const member = await broker.join(orgId, 'account-admin');
    const first = await broker.signIn(member);
    const requests: URL[] = [];
    const second = await broker.signIn(member, {}, requests);
    expect(requests).toEqual([]);
    expect(factorOf(second.access_token)).toBe(factorOf(first.access_token));
    const refreshed = await broker.application.refresh(second.refresh_token);
    expect(factorOf(refreshed.access_token)).toBe(factorOf(first.access_token));
  }),
  clause('a step-up asks Keycloak for a new sign-in with the factor', async (way) => {
    const { broker } = way;
    const member = await broker.join(strictOrgId, 'account-admin');
    const first = (await broker.signIn(member)).access_token;
    await untilTrue(async () => (await create(way, first)).status === 403);
    const requests: URL[] = [];
    const stepped = (await broker.signIn(member, stepUp, requests)).access_token;
    const asked = requests.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(asked).toMatchObject([{ acr_values: multiFactor, max_age: '0', prompt: 'login' }]);
    expect(factorOf(stepped)).toBeGreaterThan(factorOf(first));
  }),
  clause('a member whom an admin removes gets 401 at the next write', async (way) => {
    const { broker, programs } = way;
    const member = await broker.join(orgId, 'viewer');
    const token = (await broker.signIn(member)).access_token;
    const write = { method: 'PATCH', token, body: { display_name: 'Ada' } };
    expect((await programs.call('/self/profile', write)).status).toBe(200);
    const admin = await way.tokenOf();
    const path = `/iam/members/${String(decodeJwt(token).sub)}`;
    expect((await programs.call(path, { method: 'DELETE', token: admin })).status).toBe(204);
    expect((await programs.call('/self/profile', write)).status).toBe(401);
  }),
  clause('a token of Keycloak itself gets 401', async ({ people, programs }) => {
    const token = await people.tokenOf();
    expect((await programs.call('/self/me', { token })).status).toBe(401);
  }),
];

function factorOf(token: string): number {
  return Number(decodeJwt(token)[`${claimsNamespace}mfa_at`]);
}
