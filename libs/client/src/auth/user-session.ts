import { findProvider, type Provider } from './provider';
import { refreshed, revoked } from './refreshed';
import { SingleFlight } from './single-flight';
import { type TokenSource } from './token-source';
import { isFresh, type Tokens } from './tokens';

export interface UserSessionOptions {
  /** The URL of the platform surface. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** Of a sign-in, or as last passed to `onTokens`. */
  readonly tokens: Tokens;
  /** Stores refreshed tokens. Awaited before they are used: an old refresh token no longer works. */
  readonly onTokens?: (tokens: Tokens) => Promise<void> | void;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The tokens of a signed-in user, refreshed when they end. Concurrent calls share one refresh. */
export class UserSession implements TokenSource {
  readonly #options: UserSessionOptions;
  readonly #flight = new SingleFlight<Tokens>();
  #tokens: Tokens;
  #provider: Provider | undefined;

  constructor(options: UserSessionOptions) {
    this.#options = options;
    this.#tokens = options.tokens;
  }

  async token(): Promise<string> {
    if (isFresh(this.#tokens, Date.now())) return this.#tokens.accessToken;
    return (await this.#flight.run(() => this.refresh())).accessToken;
  }

  discard(token: string): void {
    if (this.#tokens.accessToken === token) this.#tokens = { ...this.#tokens, expiresAt: 0 };
  }

  /** The tokens of a new sign-in, such as after a step-up challenge. */
  async replace(tokens: Tokens): Promise<void> {
    this.#tokens = tokens;
    await this.#options.onTokens?.(tokens);
  }

  /** Revokes the refresh token and all that follow from it. The access token works until it ends. */
  async signOut(): Promise<void> {
    const { refreshToken } = this.#tokens;
    this.#tokens = { accessToken: '', expiresAt: 0 };
    if (refreshToken !== undefined) await revoked(() => this.provider(), refreshToken);
  }

  private async refresh(): Promise<Tokens> {
    await this.replace(await refreshed(() => this.provider(), this.#tokens));
    return this.#tokens;
  }

  private async provider(): Promise<Provider> {
    const { apiUrl, clientId, fetch } = this.#options;
    return (this.#provider ??= await findProvider({ apiUrl, clientId, fetch }));
  }
}
