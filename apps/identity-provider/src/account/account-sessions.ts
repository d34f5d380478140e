import { type Request, type Response } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import { type LiveProvider } from '../oauth/live-provider';
import { freshSeconds } from '../oauth/lifetimes';
import { accountCallbackPath, accountClientId } from '../oauth/people-clients';
import {
  connectionIn,
  passwordMethod,
  renewedMethod,
  secondFactorAcr,
  secondFactorMethod,
} from '../oauth/people-scopes';
import { isEnrolled, type SecondFactors } from '../second-factor/second-factors.store';
import { type PeopleStores } from '../stores/people-stores';
import { type User } from '../people/users.store';

/** The user who is signed in to this browser. */
export interface AccountSession {
  /** The secret in the cookie. */
  readonly id: string;
  /** Names the session in forms. */
  readonly uid: string;
  readonly user: User;
  readonly factors: SecondFactors;
  /** Whether the user has a second factor here. */
  readonly enrolled: boolean;
  /** Whether the second factor of an enrolled user was shown within `freshSeconds`. */
  readonly isFresh: boolean;
  /**
   * Whether the session began within `freshSeconds`: with the second factor of an enrolled user, else with the password or a new
   * sign-in at the connection.
   */
  readonly isRecent: boolean;
  /** Whether the provider of the user's organization shows the second factor, instead of one here (ADR 29). */
  readonly hasFactorElsewhere: boolean;
}

/** Sessions on the account pages. They are those of the sign-in pages, which an authorization request starts. */
export class AccountSessions {
  constructor(
    private readonly live: LiveProvider,
    private readonly people: Pick<PeopleStores, 'users' | 'secondFactors' | 'places'>,
    private readonly issuer: string,
  ) {}

  /** Undefined when no user is signed in, or not by the sign-in method of the account (ADR 18). */
  async open(req: Request, res: Response): Promise<AccountSession | undefined> {
    const { provider } = this.live;
    const session = await provider.Session.get(provider.createContext(req, res));
    const { accountId, amr, loginTs = 0 } = session;
    const user = accountId === undefined ? undefined : await this.people.users.find(accountId);
    if (!user || user.connectionId !== connectionIn(amr)) return undefined;
    const factors = await this.people.secondFactors.of(user.id);
    const enrolled = isEnrolled(factors);
    const isOfLate = loginTs > Date.now() / 1000 - freshSeconds;
    const proof = enrolled
      ? secondFactorMethod
      : user.connectionId === undefined
        ? passwordMethod
        : renewedMethod;
    const isRecent = isOfLate && amr?.includes(proof) === true;
    return {
      id: session.jti,
      uid: session.uid,
      user,
      factors,
      enrolled,
      isFresh: !enrolled || isRecent,
      isRecent,
      hasFactorElsewhere: await this.hasFactorElsewhere(user),
    };
  }

  private async hasFactorElsewhere({ id: userId, connectionId }: User): Promise<boolean> {
    if (connectionId === undefined) return false;
    const places = await this.people.places.of({ userId, connectionId });
    return places.some(({ upstreams }) =>
      upstreams.some(({ id, showsFactor }) => id === connectionId && showsFactor),
    );
  }

  /**
   * The authorization request that signs in. In a session it asks for a fresh second factor, or from a user without one for a
   * fresh sign-in. No client has the verifier of its challenge, so the code cannot be used.
   */
  signInAddress(returnTo: string, session: AccountSession | undefined): string {
    const query = new URLSearchParams({
      client_id: accountClientId,
      redirect_uri: this.issuer + accountCallbackPath,
      response_type: 'code',
      scope: 'openid',
      state: returnTo,
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
      ...(session && (isRenewal(session) ? { prompt: 'login' } : { max_age: String(freshSeconds) })),
      ...(session?.enrolled && { acr_values: secondFactorAcr }),
    });
    return `/auth?${query.toString()}`;
  }
}

/** A first second factor needs a new sign-in at the connection, however young the session is. */
function isRenewal({ enrolled, user }: AccountSession): boolean {
  return !enrolled && user.connectionId !== undefined;
}
