import { type ExpectedAnswers, type ProviderRequest, readAnswer, send } from '../http/provider-request';
import { type EmbeddedSettings } from './embedded-settings';

export interface ManagementCall {
  readonly method: ProviderRequest['method'];
  /** The path after the version, beginning with `/`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * Version 1 of the embedded provider's management API. A call is made once. The caller decides whether to repeat it; every
 * call can be repeated.
 */
export class ManagementApi {
  constructor(private readonly settings: EmbeddedSettings) {}

  /**
   * Returns the response if it is one of those expected. Otherwise rejects with `IdentityProviderUnavailable`, whose cause
   * names the error and quotes neither request nor response.
   */
  async call<Answer>(call: ManagementCall, expected: ExpectedAnswers<Answer>): Promise<Answer> {
    const request = this.requestOf(call);
    const reasons = { 401: 'the management token is refused' };
    return readAnswer(request, await send(request), { expected, reasons });
  }

  private requestOf({ method, path, body }: ManagementCall): ProviderRequest {
    const { managementUrl, managementToken, timeoutMs, onOutcome } = this.settings;
    return {
      method,
      url: `${managementUrl.replace(/\/$/, '')}/v1${path}`,
      path,
      timeoutMs,
      onOutcome,
      headers: {
        authorization: `Bearer ${managementToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }
}
