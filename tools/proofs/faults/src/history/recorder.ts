import { callJson, type HttpAnswer } from '@governance/testing';
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Answer,
  type Call,
  callPrefix,
  type FaultWindow,
  type History,
  type HistoryLine,
  type Operation,
} from './history';

/** A client gives up after this time. */
const patienceMs = 15_000;

export interface RecordedRequest {
  readonly operation: Operation;
  readonly replica: { readonly name: string; readonly origin: string };
  readonly path: string;
  readonly method?: string | undefined;
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a secret, for the history. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}

/** Sends requests and records each with its answer, in memory and as a line of a file. */
export class Recorder implements History {
  readonly calls: Call[] = [];
  readonly faults: FaultWindow[] = [];
  private readonly began = performance.now();
  private sent = 0;

  /** The history is `history.jsonl` in this folder. */
  constructor(private readonly folder: string | undefined) {}

  /** Milliseconds since the run began. */
  readonly now = (): number => performance.now() - this.began;

  nextCall(): string {
    return `${callPrefix}${++this.sent}`;
  }

  /** Undefined when there was no answer. */
  async ask({ operation, replica, ...request }: RecordedRequest): Promise<HttpAnswer | undefined> {
    const id = this.nextCall();
    const sentAt = this.now();
    const answer = await send(id, replica.origin, request).catch(() => undefined);
    this.record({
      kind: 'call',
      id,
      operation,
      replica: replica.name,
      sentAt,
      endedAt: this.now(),
      ...(answer && { answer: answerOf(answer) }),
    });
    return answer;
  }

  record(line: HistoryLine): void {
    if (line.kind === 'call') this.calls.push(line);
    else this.faults.push(line);
    if (this.folder !== undefined)
      appendFileSync(join(this.folder, 'history.jsonl'), `${JSON.stringify(line)}\n`);
  }
}

function send(
  id: string,
  origin: string,
  { path, body, method, headers, token }: Omit<RecordedRequest, 'operation' | 'replica'>,
): Promise<HttpAnswer> {
  return callJson(origin + path, {
    method,
    token,
    body,
    headers: { 'x-request-id': id, ...headers },
    signal: AbortSignal.timeout(patienceMs),
  });
}

function answerOf({ status, body }: HttpAnswer): Answer {
  const { id, client_secret: secret, valid, error } = body;
  return {
    status,
    ...(typeof id === 'string' && { id }),
    ...(typeof secret === 'string' && { secret: fingerprint(secret) }),
    ...(typeof valid === 'boolean' && { valid }),
    ...(typeof error === 'string' && { error }),
  };
}
