import * as openid from 'openid-client';
import { discoverProvider, type Provider } from './provider';
import { refreshed, revoked } from './refreshed';
import { type ResourceMetadata } from './resource-metadata';
import { multiFactor } from './sign-in-by-device';
import { SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';
import { placeOf } from './sign-in-place';
import { type Tokens, tokensOf } from './tokens';

export interface CodeSignInOptions extends ResourceMetadata {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string | undefined;
  /** Where the identity provider sends the browser back to. */
  readonly redirectUri: string;
  readonly scope?: string;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface SignInRequest {
  /** Requires a second factor that is at most this old, in seconds: the `maxAge` of a step-up challenge. */
  readonly stepUpMaxAge?: number;
  /** The organization to enter, for a member of several; `*`: the user chooses. The provider may enter another one. */
  readonly organization?: string | undefined;
}

/** What the browser that began a sign-in must still hold at its end. Keep it from others. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignedIn {
  readonly tokens: Tokens;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The session at the provider, if the ID token names it (`sid`). A later sign-in of the browser can continue it. */
  readonly sessionId: string | undefined;
}

/** Signs users in to a web application by authorization code, with PKCE, state and nonce. */
export class CodeSignIn {
  readonly #options: CodeSignInOptions;
  #provider: Promise<Provider> | undefined;

  constructor(options: CodeSignInOptions) {
    this.#options = options;
  }

  /** @throws SignInError if the identity provider cannot be found, or has no authorization endpoint. */
  async start({ stepUpMaxAge, ...wanted }: SignInRequest = {}): Promise<{
    url: URL;
    pending: PendingSignIn;
  }> {
    const { config, resource } = await this.provider();
    const { redirectUri, scope } = this.#options;
    const codeVerifier = openid.randomPKCECodeVerifier();
    const pending = { state: openid.randomState(), nonce: openid.randomNonce(), codeVerifier };
    const parameters = {
      ...placeOf(config, { scope, ...wanted }),
      redirect_uri: redirectUri,
      resource,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(stepUpMaxAge !== undefined && { max_age: String(stepUpMaxAge), acr_values: multiFactor }),
    };
    try {
      return { url: openid.buildAuthorizationUrl(config, parameters), pending };
    } catch (error) {
      // The provider describes itself without an authorization endpoint.
      throw signInErrorOf(error);
    }
  }

  /** `answer` is the redirect URI with the parameters of the provider. @throws SignInError */
  async finish(answer: URL, { state, nonce, codeVerifier }: PendingSignIn): Promise<SignedIn> {
    const { config, resource } = await this.provider();
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    };
    const response = await openid.authorizationCodeGrant(config, answer, checks, { resource }).catch(raise);
    const claims = response.claims();
    if (!claims) throw new SignInError('the identity provider sent no ID token', 'invalid_response');
    return {
      tokens: tokensOf(response, Date.now()),
      issuer: claims.iss,
      subject: claims.sub,
      name: textOf(claims.name),
      email: textOf(claims.email),
      sessionId: textOf(claims.sid),
    };
  }

  /** Never call it twice with the same refresh token. @throws SignInError */
  refresh(tokens: Tokens): Promise<Tokens> {
    return refreshed(() => this.provider(), tokens);
  }

  /** Revokes the refresh token and all that follow from it. @throws SignInError */
  async revoke({ refreshToken }: Tokens): Promise<void> {
    if (refreshToken !== undefined) await revoked(() => this.provider(), refreshToken);
  }

  /** Where the browser ends the session at the provider; undefined if the provider has no such page. */
  async endSessionUrl({ idToken }: Tokens, returnTo: string): Promise<URL | undefined> {
    const { config } = await this.provider();
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    return openid.buildEndSessionUrl(config, {
      post_logout_redirect_uri: returnTo,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    });
  }

  /** Found once. A failure is not kept. */
  private provider(): Promise<Provider> {
    this.#provider ??= this.discover().catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  private discover(): Promise<Provider> {
    const { resource, issuer, clientId, clientSecret, fetch } = this.#options;
    return discoverProvider(
      { resource, issuer },
      {
        clientId,
        ...(clientSecret !== undefined && { authentication: openid.ClientSecretBasic(clientSecret) }),
        fetch,
      },
    );
  }
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function raise(error: unknown): never {
  throw signInErrorOf(error);
}
