import { CodeSignIn, type PendingSignIn, SignInError } from '@governance/client';
import { type ConsoleTokens } from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { Clock, Problem } from '@governance/kernel';
import { traceHeaders } from '@governance/tracing';
import { Injectable, Logger } from '@nestjs/common';
import { ConsoleSettings } from './console-settings';
import { problemOfSignIn } from './problem-of-call';

/** A sign-in that a browser has begun, as its cookie holds it: sealed. */
interface BegunSignIn extends PendingSignIn {
  readonly returnTo: string;
  readonly endsAt: number;
  readonly formId?: string | undefined;
}

/** What a browser is led to the identity provider for. */
export interface WantedSignIn {
  /** The path of the console to return to. */
  readonly returnTo: string;
  /** Requires a second factor that is at most this old, in seconds. */
  readonly stepUpMaxAge?: number;
  /** The kept form that it is begun for. */
  readonly formId?: string;
  /** To enter; `*`: the person chooses. */
  readonly organization?: string | undefined;
}

export interface CompletedSignIn {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly tokens: ConsoleTokens;
  readonly returnTo: string;
  readonly formId: string | undefined;
}

export const signInMs = 10 * 60_000;

const seal = { table: 'console', column: 'sign-in', row: 'cookie' };

/** Signs people in and out at the identity provider. Without the ID token: no page or address needs it afterwards. */
@Injectable()
export class ConsoleIdentity {
  private readonly logger = new Logger('ConsoleIdentity');
  private readonly client: CodeSignIn;

  constructor(
    private readonly settings: ConsoleSettings,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {
    const { baseUrl, issuer, issuerUrl, clientId, clientSecret, scope } = settings;
    this.client = new CodeSignIn({
      resource: baseUrl,
      issuer,
      clientId,
      clientSecret,
      redirectUri: `${baseUrl}/console/callback`,
      scope,
      // The endpoints, which the client gives as text, begin with the issuer: its address for browsers.
      fetch: (url, init) => {
        const headers = { ...(init?.headers as Record<string, string>), ...traceHeaders() };
        return fetch((url as string).replace(issuer, issuerUrl), { ...init, headers });
      },
    });
  }

  /** Where the browser signs in, and the value of its cookie. */
  async begin({
    returnTo,
    formId,
    ...request
  }: WantedSignIn): Promise<{ url: string; state: string; cookie: string }> {
    const { url, pending } = await this.client.start(request).catch(raise);
    const begun: BegunSignIn = {
      ...pending,
      returnTo,
      formId,
      endsAt: this.clock.now().getTime() + signInMs,
    };
    const cookie = this.keyring.seal(JSON.stringify(begun), seal).toString('base64url');
    return { url: url.href, state: pending.state, cookie };
  }

  /** @throws Problem if this browser has not begun the sign-in, or the provider refuses the code. */
  async complete(query: string, cookie: string | undefined): Promise<CompletedSignIn> {
    const answer = new URL(`${this.settings.baseUrl}/console/callback${query}`);
    const begun = this.begunIn(cookie);
    const state = answer.searchParams.get('state');
    if (state === null || begun?.state !== state)
      throw new Problem('invalid', 'this browser has not begun the sign-in', { code: 'sign_in_unknown' });
    if (answer.searchParams.has('error'))
      throw new Problem('forbidden', 'the sign-in was not completed', { code: 'sign_in_refused' });
    const { tokens, sessionId, ...person } = await this.client.finish(answer, begun).catch(raise);
    const kept = {
      ...withoutIdToken(tokens),
      ...(sessionId !== undefined && { providerSession: sessionId }),
    };
    return { ...person, tokens: kept, returnTo: begun.returnTo, formId: begun.formId };
  }

  /** @throws SignInError */
  async refresh(tokens: ConsoleTokens): Promise<ConsoleTokens> {
    const { providerSession } = tokens;
    const refreshed = withoutIdToken(await this.client.refresh(tokens));
    return { ...refreshed, ...(providerSession !== undefined && { providerSession }) };
  }

  /** The session has ended here in any case: a provider that does not answer is logged only. */
  async revoke(tokens: ConsoleTokens): Promise<void> {
    try {
      await this.client.revoke(tokens);
    } catch (error) {
      this.warn('the tokens of an ended console session could not be revoked', error);
    }
  }

  /** Where the browser ends its session at the provider, and then where it finds our page. */
  async signOutUrl(tokens: ConsoleTokens): Promise<string> {
    const signedOut = `${this.settings.baseUrl}/console/signed-out`;
    try {
      return (await this.client.endSessionUrl(tokens, signedOut))?.href ?? signedOut;
    } catch (error) {
      this.warn('the identity provider could not be asked for its page for signing out', error);
      return signedOut;
    }
  }

  private begunIn(cookie: string | undefined): BegunSignIn | undefined {
    if (cookie === undefined) return undefined;
    try {
      const text = this.keyring.open(Buffer.from(cookie, 'base64url'), seal).toString('utf8');
      const begun = JSON.parse(text) as BegunSignIn;
      return begun.endsAt > this.clock.now().getTime() ? begun : undefined;
    } catch {
      return undefined;
    }
  }

  private warn(msg: string, error: unknown): void {
    this.logger.warn({ msg, reason: error instanceof SignInError ? error.code : String(error) });
  }
}

function withoutIdToken({ accessToken, expiresAt, refreshToken }: ConsoleTokens): ConsoleTokens {
  return { accessToken, expiresAt, ...(refreshToken !== undefined && { refreshToken }) };
}

function raise(error: unknown): never {
  throw problemOfSignIn(error);
}
