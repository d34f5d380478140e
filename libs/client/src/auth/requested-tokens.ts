import { retryDelay } from '../http/retry-policy';
import { wait } from '../http/wait';
import { type SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';
import { SingleFlight } from './single-flight';
import { isFresh, type TokenResponse, type Tokens, tokensOf } from './tokens';
import { untilAborted } from './until-aborted';

const retry = { retries: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

/** Tokens that a machine can ask for at any time: requested when needed, kept until they end, and requested once for concurrent calls. */
export class RequestedTokens {
  readonly #request: () => Promise<Tokens>;
  readonly #flight = new SingleFlight<Tokens>();
  #tokens: Tokens | undefined;

  constructor(request: () => Promise<Tokens>) {
    this.#request = request;
  }

  async token(signal?: AbortSignal): Promise<string> {
    const kept = this.#tokens;
    if (kept && isFresh(kept, Date.now())) return kept.accessToken;
    signal?.throwIfAborted();
    // The request serves every waiting call, so a single one does not end it.
    const tokens = await untilAborted(
      this.#flight.run(async () => (this.#tokens = await this.#request())),
      signal,
    );
    return tokens.accessToken;
  }

  discard(token: string): void {
    if (this.#tokens?.accessToken === token) this.#tokens = undefined;
  }
}

/** The tokens of a grant that has no effect besides them. It is repeated after a temporary error. @throws SignInError */
export async function grantedTokens(grant: () => Promise<TokenResponse>): Promise<Tokens> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return tokensOf(await grant(), Date.now());
    } catch (error) {
      const failure = signInErrorOf(error);
      const delay = isTemporary(failure) ? retryDelay(retry, attempt, { random: Math.random() }) : undefined;
      if (delay === undefined) throw failure;
      await wait(delay, undefined);
    }
  }
}

function isTemporary({ code, status }: SignInError): boolean {
  return code === 'no_response' || status === 429 || status === 502 || status === 503 || status === 504;
}
