import { type Request, type Response } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import { type LiveProvider } from '../oauth/live-provider';
import { accountCallbackPath, accountClientId } from '../oauth/people-clients';
import { connectionIn, secondFactorAcr, secondFactorMethod } from '../oauth/people-scopes';
import { type PeopleStores } from '../people/people-stores';
import { type User } from '../management/users.store';

/** The user who is signed in to this browser. */
export interface AccountSession {
  /** The secret in the cookie. */
  readonly id: string;
  /** Names the session in forms. */
  readonly uid: string;
  readonly user: User;
  /** Whether the user has an authenticator app. */
  readonly enrolled: boolean;
  /** Whether the second factor of an enrolled user was shown within `freshSeconds`. */
  readonly isFresh: boolean;
}

/** The time for which a second factor allows changes of the account. */
const freshSeconds = 300;

/** Sessions on the account pages. They are those of the sign-in pages, which an authorization request starts. */
export class AccountSessions {
  constructor(
    private readonly live: LiveProvider,
    private readonly people: Pick<PeopleStores, 'users' | 'authenticators'>,
    private readonly issuer: string,
  ) {}

  /** Undefined when no user is signed in, or not by the sign-in method of the account (ADR 18). */
  async open(req: Request, res: Response): Promise<AccountSession | undefined> {
    const { provider } = this.live;
    const session = await provider.Session.get(provider.createContext(req, res));
    const { accountId, amr, loginTs = 0 } = session;
    const user = accountId === undefined ? undefined : await this.people.users.find(accountId);
    if (!user || user.connectionId !== connectionIn(amr)) return undefined;
    const enrolled = await this.people.authenticators.isEnrolled(user.id);
    const isRecent = loginTs > Date.now() / 1000 - freshSeconds;
    const isFresh = !enrolled || (isRecent && amr?.includes(secondFactorMethod) === true);
    return { id: session.jti, uid: session.uid, user, enrolled, isFresh };
  }

  /**
   * The authorization request that signs in, or asks for a fresh second factor. No client has the verifier of its
   * challenge, so the code cannot be used.
   */
  signInAddress(returnTo: string, { fresh }: { readonly fresh: boolean }): string {
    const query = new URLSearchParams({
      client_id: accountClientId,
      redirect_uri: this.issuer + accountCallbackPath,
      response_type: 'code',
      scope: 'openid',
      state: returnTo,
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
      ...(fresh && { max_age: String(freshSeconds), acr_values: secondFactorAcr }),
    });
    return `/auth?${query.toString()}`;
  }
}
