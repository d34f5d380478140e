import { type CustomFetch } from 'openid-client';

/** A person waits for it. */
const timeoutMs = 5_000;
/** Key sets and tokens are much smaller. */
const mostBytes = 256 * 1024;

/**
 * Asks an OpenID provider: at the origin of its issuer and nowhere else, whatever its answers name, for a limited time,
 * and taking a limited answer.
 */
export function upstreamFetch(issuer: string): CustomFetch {
  const { origin } = new URL(issuer);
  return async (url, { method, headers, body }) => {
    if (new URL(url).origin !== origin) throw new UpstreamStrays();
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, {
      ...{ method, headers, signal, redirect: 'error' },
      ...(body !== null && body !== undefined && { body }),
    });
    const bytes = await readAtMost(answer.body, mostBytes);
    const { status, headers: answered } = answer;
    const type = answered.get('content-type');
    return new Response(bytes.length === 0 ? null : bytes, {
      status,
      headers: type === null ? {} : { 'content-type': type },
    });
  };
}

/** The provider would have us ask elsewhere, or listen for too long. */
export class UpstreamStrays extends Error {
  override readonly name = 'UpstreamStrays';
}

async function readAtMost(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > most) throw new UpstreamStrays();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
