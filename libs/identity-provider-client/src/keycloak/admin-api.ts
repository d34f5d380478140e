import {
  type ExpectedAnswers,
  type ProviderAnswer,
  type ProviderRequest,
  readAnswer,
  send,
} from '../http/provider-request';
import { AdminToken } from './admin-token';
import { type KeycloakSettings } from './keycloak-settings';

export interface AdminCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the realm, beginning with `/`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const reasons = {
  401: 'the token of the service account is refused',
  403: 'the service account needs the role manage-clients',
};

/** The admin REST API of a realm. The caller decides whether to repeat a call; every call of the adapter can be repeated. */
export class AdminApi {
  private readonly token: AdminToken;

  constructor(private readonly settings: KeycloakSettings) {
    this.token = new AdminToken(settings);
  }

  /**
   * Returns the response if it is one of those expected. Otherwise rejects with `IdentityProviderUnavailable`, whose cause
   * names the error and quotes neither request nor response.
   */
  async call<Answer>(call: AdminCall, expected: ExpectedAnswers<Answer>): Promise<Answer> {
    const token = await this.token.current();
    const first = await this.send(call, token);
    if (first.answer.status !== 401) return readAnswer(first.request, first.answer, { expected, reasons });
    // A restarted server or a rotated realm key refuses tokens that have not expired. A refused call has no effect.
    await this.token.discard(token);
    const second = await this.send(call, await this.token.current());
    return readAnswer(second.request, second.answer, { expected, reasons });
  }

  private async send(
    { method, path, body }: AdminCall,
    token: string,
  ): Promise<{ request: ProviderRequest; answer: ProviderAnswer }> {
    const { serverUrl, realm, timeoutMs, onOutcome } = this.settings;
    const request = {
      method,
      url: `${serverUrl}/admin/realms/${realm}${path}`,
      path,
      timeoutMs,
      onOutcome,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    };
    return { request, answer: await send(request) };
  }
}
