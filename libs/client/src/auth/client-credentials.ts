import * as openid from 'openid-client';
import { type WebCryptoKey } from './crypto-key';
import { privateKeyOf } from './private-key';
import { findProvider, type Provider } from './provider';
import { grantedTokens, RequestedTokens } from './requested-tokens';
import { type TokenSource } from './token-source';
import { type Tokens } from './tokens';

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

/** The tokens of a machine: requested when needed, kept until they end, and requested once for concurrent calls. */
export class ClientCredentials implements TokenSource {
  readonly #options: ClientCredentialsOptions;
  readonly #tokens = new RequestedTokens(() => this.request());
  #provider: Provider | undefined;

  constructor(options: ClientCredentialsOptions) {
    this.#options = options;
  }

  get apiUrl(): string {
    return this.#options.apiUrl;
  }

  token(signal?: AbortSignal): Promise<string> {
    return this.#tokens.token(signal);
  }

  discard(token: string): void {
    this.#tokens.discard(token);
  }

  private async request(): Promise<Tokens> {
    this.#provider ??= await this.findProvider();
    const { config, resource } = this.#provider;
    const { scope } = this.#options;
    const parameters = { resource, ...(scope !== undefined && { scope }) };
    return grantedTokens(() => openid.clientCredentialsGrant(config, parameters));
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
