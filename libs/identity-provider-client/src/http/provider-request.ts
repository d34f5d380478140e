import { IdentityProviderUnavailable } from '@governance/iam';
import { inSpan, type SpanOptions, traceHeaders } from '@governance/tracing';
import type * as z from 'zod';
import { type ProviderRequestOutcome } from './provider-requests';
import { readText } from './read-text';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** The name of the request in errors, with the method: a path without secrets. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Until the whole response has arrived. */
  readonly timeoutMs?: number | undefined;
  readonly onOutcome?: ((outcome: ProviderRequestOutcome) => void) | undefined;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly text: string;
}

/** The expected responses by status. A body is JSON; an empty body is undefined. */
export type ExpectedAnswers<Answer> = Readonly<Record<number, z.ZodType<Answer>>>;

const defaultTimeoutMs = 5_000;
/** A usual page of clients has some hundreds of kilobytes at most; a page of the largest possible clients has less than this. */
const maxBytes = 1024 * 1024;

/**
 * Sends a request once. Rejects with `IdentityProviderUnavailable` if no response arrives. Its cause names the error and
 * quotes neither request nor response.
 */
export function send(request: ProviderRequest): Promise<ProviderAnswer> {
  const { method, url } = request;
  const span = (): SpanOptions => ({
    name: method,
    kind: 'CLIENT',
    attributes: { 'http.request.method': method, 'server.address': new URL(url).hostname },
  });
  return inSpan(span, () => exchange(request));
}

async function exchange(request: ProviderRequest): Promise<ProviderAnswer> {
  const { method, url, headers, body, timeoutMs = defaultTimeoutMs, onOutcome } = request;
  try {
    const response = await fetch(url, {
      method,
      // The target of a redirect must not get the token, or the secret in the body.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...traceHeaders(), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await readText(response, maxBytes);
    onOutcome?.(response.status < 500 ? 'answered' : 'unavailable');
    return { status: response.status, text };
  } catch (error) {
    onOutcome?.('unavailable');
    throw unavailable(request, reasonOf(error));
  }
}

/**
 * Returns the response if it is one of those expected. Otherwise throws `IdentityProviderUnavailable`, whose cause has the
 * reason for the status, if given, and quotes nothing.
 */
export function readAnswer<Answer>(
  request: ProviderRequest,
  { status, text }: ProviderAnswer,
  { expected, reasons = {} }: AnswerRules<Answer>,
): Answer {
  const schema = expected[status];
  if (!schema) throw unavailable(request, reasons[status] ?? `it answered ${status}`);
  const answer = schema.safeParse(parseJson(text));
  if (!answer.success) {
    const places = answer.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ');
    throw unavailable(request, `it answered ${status} with something else than expected: ${places}`);
  }
  return answer.data;
}

interface AnswerRules<Answer> {
  readonly expected: ExpectedAnswers<Answer>;
  /** The operator's explanation of other statuses. */
  readonly reasons?: Readonly<Record<number, string>>;
}

function unavailable(
  { method, path }: Pick<ProviderRequest, 'method' | 'path'>,
  reason: string,
): IdentityProviderUnavailable {
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
