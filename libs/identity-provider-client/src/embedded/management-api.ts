import { IdentityProviderUnavailable } from '@governance/iam';
import { type z } from 'zod';
import { type EmbeddedSettings } from './embedded-settings';
import { readText } from './read-text';

export interface ManagementCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path after the version, beginning with `/`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The expected responses by status. A body is JSON; an empty body is undefined. */
export type ExpectedAnswers<Answer> = Readonly<Record<number, z.ZodType<Answer>>>;

const defaultTimeoutMs = 5_000;
/** A usual page of clients has some tens of kilobytes; a page of the largest possible clients has less than this. */
const maxBytes = 1024 * 1024;

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
    const { status, text } = await this.send(call).catch((error: unknown) => {
      throw unavailable(call, reasonOf(error));
    });
    const schema = expected[status];
    if (!schema) {
      throw unavailable(call, status === 401 ? 'the management token is refused' : `it answered ${status}`);
    }
    const answer = schema.safeParse(parseJson(text));
    if (!answer.success) {
      const places = answer.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ');
      throw unavailable(call, `it answered ${status} with something else than expected: ${places}`);
    }
    return answer.data;
  }

  private async send({ method, path, body }: ManagementCall): Promise<{ status: number; text: string }> {
    const { managementUrl, managementToken, timeoutMs = defaultTimeoutMs } = this.settings;
    const response = await fetch(`${managementUrl.replace(/\/$/, '')}/v1${path}`, {
      method,
      // The target of a redirect must not get the token, or the secret in the body.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${managementToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await readText(response, maxBytes) };
  }
}

function unavailable({ method, path }: ManagementCall, reason: string): IdentityProviderUnavailable {
  return new IdentityProviderUnavailable({ cause: new Error(`${method} ${path}: ${reason}`) });
}

/** Undefined for text that is not JSON, and for an empty body. The parser's error would quote the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The code or name of a transport error, such as `ECONNREFUSED` or `TimeoutError`. Messages and other members are left
 * out: some contain a refused header, or bytes that could not be parsed.
 */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('cause' in error && error.cause !== undefined) return reasonOf(error.cause);
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
