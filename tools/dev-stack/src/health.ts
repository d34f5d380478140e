import { callHttp } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Program } from './program';

const timeoutMs = 60_000;
const pauseMs = 100;

async function answers(url: string): Promise<boolean> {
  const answer = await callHttp(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return answer?.status === 200;
}

/** Waits until the program answers 200. @throws if it ends first, or does not answer within a minute. */
export async function waitForHealth(program: Program, url: string, signal: AbortSignal): Promise<void> {
  let end: string | undefined;
  void program.ended.then((how) => (end = how));
  const until = Date.now() + timeoutMs;
  while (!(await answers(url))) {
    signal.throwIfAborted();
    if (end !== undefined) throw new Error(`${program.name} ended (${end}).${quote(program)}`);
    if (Date.now() > until) throw new Error(`${program.name} does not answer at ${url}.${quote(program)}`);
    await delay(pauseMs);
  }
}

/** The last output of a program, to append to a message. */
export function quote({ lastWords }: Program): string {
  return lastWords ? ` Its last output:\n\n${lastWords.replace(/^/gm, '    ')}` : ' It said nothing.';
}
