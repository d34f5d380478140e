import { canonicalAddress } from '@governance/deliveries';
import { type ConnectionProblem } from '@governance/iam';
import * as openid from 'openid-client';
import { endpointsIn, isPlain, isUsable } from '../network/upstream-address';
import { isVerified } from './verified-address';
import { sessionSeconds } from '../oauth/lifetimes';
import { assertedName } from '../people/person-name';
import { problemOfProvider } from './provider-test';
import { type PendingUpstream } from './pending-upstream';
import { upstreamFetch, type UpstreamNetwork } from '../network/upstream-fetch';
import { translated, UpstreamFailed } from './upstream-failed';
import { networkOf } from '../network/upstream-network';
import { type FactorClaims, isSignedInSince, type UpstreamFactor, upstreamFactorIn } from './upstream-factor';
import { type UpstreamConnection } from '../organizations/ways.store';

/** The person that a provider has authenticated. */
export interface UpstreamPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Verified by the provider; in canonical form. */
  readonly email: string;
  readonly name: string | undefined;
  /** The second factor that the provider has shown; undefined: none that counts. */
  readonly factor: UpstreamFactor | undefined;
}

const unmet = 'unmet_authentication_requirements';

/** Sign-ins at the OpenID providers of organizations. Provider metadata is not cached, so changes take effect at once. */
export class Upstreams {
  private readonly network: UpstreamNetwork;

  constructor(
    private readonly issuer: string,
    /** Allows a provider on this machine without TLS, for development. */
    private readonly allowPlain: boolean,
    resolve?: UpstreamNetwork['resolve'],
  ) {
    this.network = networkOf(allowPlain, resolve);
  }

  /** The redirect URI: one for each connection, so that providers' responses cannot be mixed up. */
  redirectUri(connectionId: string): string {
    return `${this.issuer}/connections/${encodeURIComponent(connectionId)}/callback`;
  }

  /** Returns the URL to which the user goes. @throws UpstreamFailed. */
  async begin(
    connection: UpstreamConnection,
    { uid, again, email }: { readonly uid: string; readonly again: boolean; readonly email?: string },
  ): Promise<{ address: string; pending: PendingUpstream }> {
    const config = await this.discover(connection);
    const [verifier, nonce, now] = [openid.randomPKCECodeVerifier(), openid.randomNonce(), secondsNow()];
    const pending = {
      connectionId: connection.id,
      verifier,
      nonce,
      state: `${uid}.${openid.randomState()}`,
      ...(again && { againAt: now }),
      ...(connection.secondFactor && { factorAskedAt: now }),
    };
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.redirectUri(connection.id),
      scope: 'openid email profile',
      state: pending.state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...factorParameters(connection),
      ...(again && { prompt: 'login', max_age: '0' }),
      ...(email !== undefined && { login_hint: email }),
    });
    return { address: address.href, pending };
  }

  /** Returns the person from the provider's response, whose query is `search`. @throws UpstreamFailed. */
  async finish(
    connection: UpstreamConnection,
    search: string,
    pending: PendingUpstream,
  ): Promise<UpstreamPerson> {
    const query = new URLSearchParams(search);
    const error = query.get('error');
    if (error === 'access_denied') throw new UpstreamFailed('cancelled', error);
    // OpenID Connect Core Error Code unmet_authentication_requirements 1.0
    if (error === unmet) throw new UpstreamFailed('factor', error);
    const config = await this.discover(connection);
    const answer = new URL(this.redirectUri(connection.id) + search);
    const { idToken, profile } = await this.claimsOf(config, answer, pending);
    const { email: asserted, email_verified: verified, name } = profile;
    if (typeof asserted !== 'string') throw new UpstreamFailed('unverified', 'no address');
    const email = canonicalAddress(asserted);
    if (email === undefined) throw new UpstreamFailed('unverified', 'an address without a canonical form');
    if (!isVerified(email, verified, connection)) {
      throw new UpstreamFailed('unverified', 'no verified address');
    }
    const factor = factorIn(idToken, connection, pending);
    return { issuer: connection.issuer, subject: idToken.sub, email, name: assertedName(name), factor };
  }

  /** Asks the provider for what a sign-in needs. Undefined: nothing is wrong. */
  async test(issuer: string): Promise<ConnectionProblem | undefined> {
    if (isPlain(issuer) && !this.allowPlain) return 'issuer_without_tls';
    return problemOfProvider(issuer, this.network);
  }

  private async claimsOf(
    config: openid.Configuration,
    answer: URL,
    { state, nonce, verifier, againAt }: PendingUpstream,
  ): Promise<{
    readonly idToken: openid.IDToken;
    readonly profile: openid.IDToken | openid.UserInfoResponse;
  }> {
    return translated('refused', async () => {
      const tokens = await openid.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new UpstreamFailed('refused', 'no ID token');
      if (againAt !== undefined && !isSignedInSince(claims, againAt, secondsNow())) {
        throw new UpstreamFailed('refused', 'an old sign-in');
      }
      if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
        return { idToken: claims, profile: claims };
      const profile = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      return { idToken: claims, profile };
    });
  }

  private async discover({
    issuer,
    clientId,
    clientSecret,
  }: UpstreamConnection): Promise<openid.Configuration> {
    const plain = isPlain(issuer);
    if (plain && !this.allowPlain) throw new UpstreamFailed('unavailable', 'an http issuer');
    const authenticate: openid.ClientAuth = (...sent) => {
      // OpenID Connect Discovery 1.0, 3: `client_secret_basic` is the default.
      const methods = sent[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const { ClientSecretBasic: basic, ClientSecretPost: post } = openid;
      (methods.includes('client_secret_basic') ? basic : post)(clientSecret)(...sent);
    };
    return translated('unavailable', async () => {
      const config = await openid.discovery(new URL(issuer), clientId, undefined, authenticate, {
        [openid.customFetch]: upstreamFetch(issuer, this.network),
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; used for this machine in development
        execute: [openid.enableNonRepudiationChecks, ...(plain ? [openid.allowInsecureRequests] : [])],
      });
      // Google's endpoints are on other origins than its issuer, whose document names them.
      const endpoints = endpointsIn(config.serverMetadata());
      if (!endpoints.every((endpoint) => isUsable(endpoint, issuer))) {
        throw new UpstreamFailed('unavailable', 'an endpoint without TLS');
      }
      config[openid.customFetch] = upstreamFetch([issuer, ...endpoints], this.network);
      return config;
    });
  }
}

/**
 * Asks for the second factor if the provider shows it. A session there may be as old as a session here, and a provider that gets
 * `max_age` must answer with `auth_time` (OpenID Connect Core 1.0, 3.1.2.1).
 */
function factorParameters({ secondFactor }: UpstreamConnection): Record<string, string> {
  if (!secondFactor) return {};
  const { acrValues } = secondFactor;
  const asked = { max_age: String(sessionSeconds) };
  return acrValues.length > 0 ? { ...asked, acr_values: acrValues.join(' ') } : asked;
}

/** Undefined when none was asked for, even if the provider asserts one. */
function factorIn(
  claims: FactorClaims,
  { secondFactor: accepted }: UpstreamConnection,
  { againAt, factorAskedAt: askedAt }: PendingUpstream,
): UpstreamFactor | undefined {
  if (accepted === undefined || askedAt === undefined) return undefined;
  const maxAge = againAt === undefined ? sessionSeconds : 0;
  return upstreamFactorIn(claims, { accepted, askedAt, maxAge }, secondsNow());
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
