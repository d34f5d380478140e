import { defaultSetup } from '@governance/testing';
import { decodeJwt } from 'jose';
import { type Broker, type Trip } from './broker';
import { clause, type WayClause } from './clause';
import { factorAtKeycloak, type KeycloakPeople, multiFactor } from './keycloak-people';
import { create } from './people-clauses';
import { untilTrue } from './until-true';
import { orgId, strictOrgId, strictWindowSeconds, type Way } from './way';

/** A way whose users sign in at Keycloak and get tokens of the embedded provider. */
export interface BrokerWay extends Way {
  readonly broker: Broker;
  readonly people: KeycloakPeople;
}

const mfaAt = `${defaultSetup.claimsNamespace}mfa_at`;
const stepUp = { acr_values: multiFactor, prompt: '', max_age: '3' };

/** What the embedded provider asks Keycloak for, and reads from its ID tokens. */
export const brokerClauses: readonly WayClause<BrokerWay>[] = [
  clause("Keycloak's second factor dates the tokens, and no other one is asked for", async ({ broker }) => {
    const before = Math.floor(Date.now() / 1_000);
    const member = await broker.join(orgId, 'account-admin');
    const trips: Trip[] = [];
    const signedIn = await broker.signIn(member, {}, trips);
    expect(requestsOf(trips)).toMatchObject([{ acr_values: multiFactor, max_age: '43200' }]);
    expect(factorOf(signedIn.access_token)).toBeGreaterThanOrEqual(before);
  }),
  clause('neither provider asks twice for a factor that is recent', async ({ broker }) => {
    const member = await broker.join(orgId, 'account-admin');
    const first = await broker.signIn(member);
    const trips: Trip[] = [];
    const second = await broker.signIn(member, {}, trips);
    expect(trips).toEqual([]);
    expect(factorOf(second.access_token)).toBe(factorOf(first.access_token));
    const refreshed = await broker.application.refresh(second.refresh_token);
    expect(factorOf(refreshed.access_token)).toBe(factorOf(first.access_token));
  }),
  clause('a step-up asks Keycloak for a new sign-in with the factor', async (way) => {
    const { broker } = way;
    const member = await broker.join(strictOrgId, 'account-admin');
    const first = (await broker.signIn(member)).access_token;
    await untilTrue(async () => (await create(way, first)).status === 403);
    const trips: Trip[] = [];
    const stepped = (await broker.signIn(member, stepUp, trips)).access_token;
    expect(requestsOf(trips)).toMatchObject([{ acr_values: multiFactor, max_age: '0', prompt: 'login' }]);
    expect(factorOf(stepped)).toBeGreaterThan(factorOf(first));
  }),
  clause('a password at Keycloak does not refresh its second factor here', async (way) => {
    const { broker, people } = way;
    const member = await broker.join(strictOrgId, 'account-admin');
    const first = (await broker.signIn(member)).access_token;
    await untilTrue(async () => (await create(way, first)).status === 403);
    const again = await people.signIn(member, { prompt: 'login' }, strictOrgId);
    expect(again.asked).toEqual(['password']);
    const [factorAt, passwordAt] = [factorAtKeycloak(again.token), Number(decodeJwt(again.token).auth_time)];
    expect(passwordAt).toBeGreaterThanOrEqual(factorAt + strictWindowSeconds);
    await untilTrue(() => Promise.resolve(Date.now() >= (passwordAt + 1) * 1_000));

    // Keycloak asserts the factor with the time of the password, and asks for nothing.
    const returned = broker.returning(member);
    const trips: Trip[] = [];
    const continued = (await broker.signIn(returned, {}, trips)).access_token;
    expect(decodeJwt(continued)).not.toHaveProperty([mfaAt]);
    expect((await create(way, continued)).body.error).toBe('step_up_required');

    const stepped = (await broker.signIn(returned, stepUp, trips)).access_token;
    // Although the factor suffices for Keycloak itself: its window is a minute.
    expect(trips.map(({ asked }) => asked)).toEqual([[], ['password', 'otp']]);
    expect(requestsOf(trips)).toMatchObject([{ max_age: '43200' }, { max_age: '0', prompt: 'login' }]);
    // The time of the sign-in, which ends a moment after the factor.
    const { token } = await people.signIn(member, {}, strictOrgId);
    expect(factorAtKeycloak(token)).toBeGreaterThan(passwordAt);
    expect(factorOf(stepped)).toBe(decodeJwt(token).auth_time);
    expect((await create(way, stepped)).status).toBe(201);
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

function requestsOf(trips: readonly Trip[]): object[] {
  return trips.map(({ request }) => Object.fromEntries(request.searchParams));
}

function factorOf(token: string): number {
  return Number(decodeJwt(token)[mfaAt]);
}
