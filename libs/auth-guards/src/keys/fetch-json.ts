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
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the download.
    if (size > maxBytes) throw new Error(`${url} answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
