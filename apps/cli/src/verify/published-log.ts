import { ConnectionError } from '@governance/client';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';

const timeoutMs = 30_000;
/** Above what a trust file may have. */
const longestBytes = 4_000_000;

/**
 * What an issuer publishes of its log of certificates, as parsed JSON; undefined for an issuer without one.
 * @throws CommandError, or ConnectionError when it does not answer
 */
export async function publishedLog(publicUrl: string, signal: AbortSignal): Promise<unknown> {
  const url = `${publicUrl}/.well-known/certificate-log/trust.json`;
  const { status, text } = await answerOf(url, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw cause instanceof CommandError
      ? cause
      : new ConnectionError(`${url} cannot be read`, isTimeout(cause), { cause });
  });
  if (status === 404) return undefined;
  if (status !== 200)
    throw new CommandError(
      `${url} answered ${status}`,
      status >= 500 || status === 429 ? exitCode.unavailable : exitCode.refused,
    );
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${url} is not JSON`);
  }
}

async function answerOf(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longestBytes) throw new CommandError(`${url} is too long`);
    chunks.push(chunk);
  }
  return { status: response.status, text: Buffer.concat(chunks).toString() };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
