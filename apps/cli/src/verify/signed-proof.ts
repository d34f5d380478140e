import { parseProofLine } from '@governance/iam';
import { setTimeout as delay } from 'node:timers/promises';
import { type App } from '../app';
import { claimedSizeOf } from './earlier-proof';

const pollMs = 2_000;
const attempts = 15;

/**
 * The proof of the organization's audit events, or of those since a file with an earlier one. Nothing is signed in the first minutes of an organization: an export asks the
 * service to sign, and this waits for half a minute until it has. After that the proof is as it is.
 */
export async function signedProof(app: App, earlier?: string): Promise<ReadableStream<Uint8Array>> {
  const query = earlier === undefined ? {} : { since: await claimedSizeOf(earlier) };
  const { signal } = app;
  for (let attempt = 1; ; attempt += 1) {
    const body = await app.platform().stream('/iam/audit-events/proof', { query, signal });
    const [first, whole] = body.tee();
    if ((await hasHead(first)) || attempt === attempts) return whole;
    await whole.cancel();
    if (attempt === 1) app.terminal.note('Waiting for the first signature …');
    await delay(pollMs, undefined, { signal });
  }
}

/** Whether the line after the start is a signed head: the heads precede the events. */
async function hasHead(body: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    const [, line, rest] = text.split('\n', 3);
    if (line === undefined || rest === undefined) continue;
    // Resolves only when the whole body is cancelled too.
    void reader.cancel();
    return parseProofLine(line)?.kind === 'head';
  }
  return false;
}
