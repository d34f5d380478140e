import * as openid from 'openid-client';
import { retryDelay } from '../http/retry-policy';
import { wait } from '../http/wait';
import { type WebCryptoKey } from './crypto-key';
import { privateKeyOf } from './private-key';
import { findProvider, type Provider } from './provider';
import { type SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';
import { SingleFlight } from './single-flight';
import { type TokenSource } from './token-source';
import { untilAborted } from './until-aborted';
import { isFresh, type Tokens, tokensOf } from './tokens';

export interface ClientCredentialsOptions {
  /** The URL of the platform surface. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** The secret, or the private key: a PEM block (PKCS #8) or a key of Web Crypto. */
  readonly authentication:
    | { readonly clientSecret: string }
    | { readonly privateKey: string | WebCryptoKey; readonly keyId?: string };
  /** `api:full:read api:full:write`, or one of them. All of the client's if absent. */
  readonly scope?: string;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

const retry = { retries: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

/** The tokens of a machine: requested when needed, kept until they end, and requested once for concurrent calls. */
export class ClientCredentials implements TokenSource {
  readonly #options: ClientCredentialsOptions;
  readonly #flight = new SingleFlight<Tokens>();
  #provider: Provider | undefined;
  #tokens: Tokens | undefined;

  constructor(options: ClientCredentialsOptions) {
    this.#options = options;
  }

  get apiUrl(): string {
    return this.#options.apiUrl;
  }

  async token(signal?: AbortSignal): Promise<string> {
    const kept = this.#tokens;
    if (kept && isFresh(kept, Date.now())) return kept.accessToken;
    signal?.throwIfAborted();
    // The request serves every waiting call, so a single one does not end it.
    const tokens = await untilAborted(
      this.#flight.run(() => this.request()),
      signal,
    );
    return tokens.accessToken;
  }

  discard(token: string): void {
    if (this.#tokens?.accessToken === token) this.#tokens = undefined;
  }

  private async request(): Promise<Tokens> {
    this.#provider ??= await this.findProvider();
    const { config, resource } = this.#provider;
    const { scope } = this.#options;
    const parameters = { resource, ...(scope !== undefined && { scope }) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await openid.clientCredentialsGrant(config, parameters);
        return (this.#tokens = tokensOf(response, Date.now()));
      } catch (error) {
        const failure = signInErrorOf(error);
        const delay = isTemporary(failure)
          ? retryDelay(retry, attempt, { random: Math.random() })
          : undefined;
        if (delay === undefined) throw failure;
        await wait(delay, undefined);
      }
    }
  }

  private async findProvider(): Promise<Provider> {
    const { apiUrl, clientId, fetch } = this.#options;
    return findProvider({ apiUrl, clientId, fetch, authentication: await this.authentication() });
  }

  private async authentication(): Promise<openid.ClientAuth> {
    const { authentication } = this.#options;
    if ('clientSecret' in authentication) return openid.ClientSecretPost(authentication.clientSecret);
    const { privateKey, keyId } = authentication;
    const key = typeof privateKey === 'string' ? await privateKeyOf(privateKey) : privateKey;
    return openid.PrivateKeyJwt(keyId === undefined ? key : { key, kid: keyId });
  }
}

/** A grant of client credentials can be repeated: it has no effect but the token. */
function isTemporary({ code, status }: SignInError): boolean {
  return code === 'no_response' || status === 429 || status === 502 || status === 503 || status === 504;
}
