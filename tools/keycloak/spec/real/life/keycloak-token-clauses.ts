import { decodeJwt } from 'jose';
import { clause, type WayClause } from './clause';
import { factorAtKeycloak, type KeycloakPeople, multiFactor } from './keycloak-people';
import { create } from './people-clauses';
import { type RefusedStart } from './programs';
import { untilTrue } from './until-true';
import { orgId, otherOrgId, strictOrgId, strictWindowSeconds, type Way, windowSeconds } from './way';

/** A way whose users send tokens of Keycloak. */
export interface KeycloakTokensWay extends Way {
  readonly people: KeycloakPeople;
  /** How a start ended before an operator had set the default window. */
  readonly startWithoutWindow: RefusedStart;
}

const stepUp = { acr_values: multiFactor };

/** What the platform reads from tokens of Keycloak. */
export const keycloakTokenClauses: readonly WayClause<KeycloakTokensWay>[] = [
  clause(
    'a sign-in without a second factor gets 403 `step_up_required`, and a step-up suffices',
    async (way) => {
      const visitor = await way.people.addVisitor({ [orgId]: 'account-admin' });
      const plain = await way.people.signIn(visitor);
      expect(plain.asked).toEqual(['username', 'password']);
      const refused = await create(way, plain.token);
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { error: 'step_up_required', max_age: windowSeconds },
      ]);
      const stepped = await way.people.signIn(visitor, stepUp);
      // The password is not asked for again.
      expect(stepped.asked).toEqual(['otp']);
      expect((await create(way, stepped.token)).status).toBe(201);
    },
  ),
  clause('a later password or single sign-on does not refresh the second factor', async (way) => {
    const visitor = await way.people.addVisitor({ [strictOrgId]: 'account-admin' });
    const first = await way.people.signIn(visitor, stepUp, strictOrgId);
    expect(first.asked).toEqual(['username', 'password', 'otp']);
    const factorAt = factorAtKeycloak(first.token);
    await untilTrue(async () => (await create(way, first.token)).status === 403);

    const again = await way.people.signIn(visitor, { prompt: 'login' }, strictOrgId);
    expect(again.asked).toEqual(['password']);
    const continued = await way.people.signIn(visitor, {}, strictOrgId);
    expect(continued.asked).toEqual([]);
    for (const { token } of [again, continued]) {
      // The standard claim is younger than the factor, so it must not count.
      expect(Number(decodeJwt(token).auth_time)).toBeGreaterThanOrEqual(factorAt + strictWindowSeconds);
      expect(factorAtKeycloak(token)).toBe(factorAt);
      expect((await create(way, token)).body.error).toBe('step_up_required');
    }
  }),
  clause('a token of two organizations gets 401, and each alone is accepted', async (way) => {
    const visitor = await way.people.addVisitor({ [orgId]: 'account-admin', [otherOrgId]: 'viewer' });
    const both = await way.people.signIn(visitor, stepUp, '*');
    expect(Object.keys(decodeJwt<{ organization: object }>(both.token).organization)).toHaveLength(2);
    expect((await way.programs.call('/self/me', { token: both.token })).status).toBe(401);
    const statusIn = async (place: string): Promise<number> => {
      const { token } = await way.people.signIn(visitor, stepUp, place);
      return (await create(way, token)).status;
    };
    // An admin of one is no admin of the other.
    expect([await statusIn(orgId), await statusIn(otherOrgId)]).toEqual([201, 403]);
  }),
  clause('a user whom Keycloak removes from the organization gets no token for it', async (way) => {
    const visitor = await way.people.addVisitor({ [orgId]: 'account-admin' });
    const before = await way.people.signIn(visitor, stepUp);
    await way.people.removeMember(visitor, orgId);
    await expect(way.people.signIn(visitor, stepUp)).rejects.toThrow('no code');
    const after = await way.people.signIn(visitor, { scope: 'openid', ...stepUp });
    const refused = await create(way, after.token);
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_permissions']);
    // The documented difference: the issued token works until it expires.
    expect((await create(way, before.token)).status).toBe(201);
  }),
  clause('the platform refuses to start without a default window', (way) => {
    expect(way.startWithoutWindow).toEqual({
      code: 1,
      message: expect.stringContaining(
        'npm run operate -- org default-policy --second-factor-window SECONDS',
      ) as string,
    });
    return Promise.resolve();
  }),
];
