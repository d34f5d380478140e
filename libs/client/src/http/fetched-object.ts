import { networkReason } from './network-reason';

export interface ObjectRequest {
  readonly fetch: typeof globalThis.fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The error for an answer of this status, or for none, with the rest of a sentence about the address. */
  readonly refusal: (problem: string, status?: number) => Error;
}

const timeoutMs = 30_000;

/** The JSON object at an address, without redirects. @throws `refusal`, or the reason of the signal */
export async function fetchedObject(
  url: URL,
  { fetch, headers, signal, refusal }: ObjectRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const limit = AbortSignal.timeout(timeoutMs);
  let response;
  let text: string;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw refusal(`cannot be read: ${networkReason(error)}`);
  }
  const body = response.ok ? objectOf(text) : undefined;
  if (body === undefined) throw refusal(`answered ${response.status}`, response.status);
  return body;
}

/** The error of a parser quotes the text, which can be a token. */
function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
