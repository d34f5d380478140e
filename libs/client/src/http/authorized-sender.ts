import { type TokenSource } from '../auth/token-source';
import { type Sender, type Sending } from './sender';

/** A write that needs a recent second factor. */
export interface StepUpChallenge {
  /** The maximum age of the second factor, in seconds. */
  readonly maxAge: number;
  /** The refused operation, such as `POST /iam/m2m-credentials`. */
  readonly operation: string;
}

export interface Authorization {
  readonly tokens: TokenSource;
  /** Signs the user in again. Resolves to the new access token, with which the call is repeated once. */
  readonly onStepUpRequired?: ((challenge: StepUpChallenge) => Promise<string>) | undefined;
}

/** Sends requests with a token: another one if it is refused, and a new sign-in if the surface asks for one. */
export class AuthorizedSender {
  readonly #authorization: Authorization;

  constructor(
    private readonly sender: Sender,
    authorization: Authorization,
  ) {
    this.#authorization = authorization;
  }

  async send(request: Request, sending: Sending & { readonly operation: string }): Promise<Response> {
    const { tokens, onStepUpRequired } = this.#authorization;
    const { signal, operation } = sending;
    const token = await tokens.token(signal);
    const response = await this.sendWith(token, request, sending);
    if (response.status === 401 && tokens.discard) {
      tokens.discard(token);
      const next = await tokens.token(signal);
      return next === token ? response : this.sendWith(next, request, sending);
    }
    const maxAge = onStepUpRequired && (await maxAgeOf(response));
    if (!onStepUpRequired || maxAge === undefined) return response;
    // The surface refuses before it acts, so the repeated call is the first one to have an effect.
    return this.sendWith(await onStepUpRequired({ maxAge, operation }), request, sending);
  }

  private sendWith(token: string, request: Request, sending: Sending): Promise<Response> {
    const authorized = request.clone();
    authorized.headers.set('authorization', `Bearer ${token}`);
    return this.sender.send(authorized, sending);
  }
}

/** Of a challenge; undefined if the response is none. */
async function maxAgeOf(response: Response): Promise<number | undefined> {
  if (response.status !== 403) return undefined;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { readonly error?: unknown; readonly max_age?: unknown } | undefined;
  return body?.error === 'step_up_required' && typeof body.max_age === 'number' ? body.max_age : undefined;
}
