import { readBody } from '@governance/runtime';
import { traceHeaders } from '@governance/tracing';

export interface FetchLimits {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** Fetches a JSON document. Rejects on a redirect and on a response above the limit. */
export async function fetchJson(url: string, { signal, maxBytes }: FetchLimits): Promise<unknown> {
  // A redirect would let an attacker who controls one path of the issuer's host choose the keys.
  const headers = { accept: 'application/json', ...traceHeaders() };
  const response = await fetch(url, { redirect: 'error', signal, headers });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}`);
  }
  return JSON.parse(await readBody(response, maxBytes));
}
