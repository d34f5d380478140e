import * as z from 'zod';
import { type ProviderRequest, readAnswer, send } from '../http/provider-request';
import { type KeycloakSettings } from './keycloak-settings';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The token is replaced this long before it expires, so that it does not expire on its way. */
const marginMs = 10_000;
const refused = 'the client or its secret is refused';

interface IssuedToken {
  readonly token: string;
  /** Of the monotonic clock. */
  readonly renewAt: number;
}

/** The access token of the service account, by client credentials. Concurrent calls share one token request. */
export class AdminToken {
  private issued: Promise<IssuedToken> | undefined;

  constructor(private readonly settings: KeycloakSettings) {}

  /** A token that was valid when it was issued. Rejects with `IdentityProviderUnavailable`. */
  async current(): Promise<string> {
    const pending = this.issued ?? this.renew();
    const known = await pending;
    if (performance.now() < known.renewAt) return known.token;
    // Another call may have renewed it meanwhile.
    const renewed = this.issued === pending ? this.renew() : (this.issued ?? this.renew());
    return (await renewed).token;
  }

  /** The next call requests another token, unless that has happened already. */
  async discard(refusedToken: string): Promise<void> {
    const known = this.issued && (await this.issued);
    if (known?.token === refusedToken) this.issued = undefined;
  }

  private renew(): Promise<IssuedToken> {
    const issued = this.request();
    this.issued = issued;
    // A failed request is not kept: the next call tries again.
    issued.catch(() => {
      if (this.issued === issued) this.issued = undefined;
    });
    return issued;
  }

  private async request(): Promise<IssuedToken> {
    const requestedAt = performance.now();
    const { serverUrl, realm, clientId, clientSecret, timeoutMs, onOutcome } = this.settings;
    const path = `/realms/${realm}/protocol/openid-connect/token`;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const request: ProviderRequest = {
      method: 'POST',
      url: serverUrl + path,
      path,
      timeoutMs,
      onOutcome,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    };
    const reasons = { 400: refused, 401: refused };
    const answer = readAnswer(request, await send(request), { expected: { 200: tokenAnswer }, reasons });
    const lifeMs = answer.expires_in * 1_000;
    return {
      token: answer.access_token,
      renewAt: requestedAt + lifeMs - Math.min(marginMs, lifeMs / 2),
    };
  }
}
