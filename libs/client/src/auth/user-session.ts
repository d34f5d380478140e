import { isSameUrl } from '../http/protected-url';
import { type Provider } from './provider';
import { refreshed, revoked } from './refreshed';
import { SingleFlight } from './single-flight';
import { providerAt } from './token-origin';
import { type TokenSource } from './token-source';
import { isFresh, type TokenOrigin, type Tokens, type UserTokens } from './tokens';

export interface UserSessionOptions {
  /** Of a sign-in, or as last passed to `onTokens`. They are used only where they came from. */
  readonly tokens: UserTokens;
  /** Stores refreshed tokens. Awaited before they are used: an old refresh token no longer works. */
  readonly onTokens?: (tokens: UserTokens) => Promise<void> | void;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The tokens of a signed-in user, refreshed when they end. Concurrent calls share one refresh. */
export class UserSession implements TokenSource {
  readonly #options: UserSessionOptions;
  readonly #flight = new SingleFlight<Tokens>();
  readonly #origin: TokenOrigin;
  #tokens: Tokens;

  constructor(options: UserSessionOptions) {
    this.#options = options;
    const { origin, ...tokens } = options.tokens;
    this.#origin = origin;
    this.#tokens = tokens;
  }

  get apiUrl(): string {
    return this.#origin.resource;
  }

  async token(): Promise<string> {
    if (isFresh(this.#tokens, Date.now())) return this.#tokens.accessToken;
    return (await this.#flight.run(() => this.refresh())).accessToken;
  }

  discard(token: string): void {
    if (this.#tokens.accessToken === token) this.#tokens = { ...this.#tokens, expiresAt: 0 };
  }

  /** The tokens of a new sign-in at the same surface, such as after a step-up challenge. */
  async replace({ origin, ...tokens }: UserTokens): Promise<void> {
    if (!isSameUrl(origin.resource, this.apiUrl))
      throw new TypeError(`these tokens are for ${origin.resource}`);
    await this.keep(tokens);
  }

  /** Revokes the refresh token and all that follow from it. The access token works until it ends. */
  async signOut(): Promise<void> {
    const { refreshToken } = this.#tokens;
    this.#tokens = { accessToken: '', expiresAt: 0 };
    if (refreshToken !== undefined) await revoked(() => this.provider(), refreshToken);
  }

  private async refresh(): Promise<Tokens> {
    await this.keep(await refreshed(() => this.provider(), this.#tokens));
    return this.#tokens;
  }

  private async keep(tokens: Tokens): Promise<void> {
    this.#tokens = tokens;
    await this.#options.onTokens?.({ ...tokens, origin: this.#origin });
  }

  private provider(): Promise<Provider> {
    return Promise.resolve(providerAt(this.#origin, this.#options.fetch ?? globalThis.fetch));
  }
}
