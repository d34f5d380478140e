import {
  acceptBacklog,
  Connections,
  type ProgramLog,
  programTimeLimits,
  refuseMalformed,
  type RunningProgram,
  uploadGraceMs,
} from '@governance/runtime';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, refusal, type Witness } from './witness';
import { WitnessMetrics } from './witness-metrics';

/** 63 hashes and a checkpoint with many signatures. */
const longestBody = 65_536;
/** With the longest body of each, at most 16 MiB. */
const mostConnections = 256;

const tooLong = refusal(413, `The request is longer than ${longestBody} bytes`);
const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const unknownRoute = refusal(
  404,
  'This witness answers POST /add-checkpoint, GET /HASH/checkpoint, GET /health and GET /metrics',
);

/** Listens on the port: `POST /add-checkpoint`, `GET /HASH/checkpoint`, `GET /health`, `GET /metrics`. */
export async function serveWitness(witness: Witness, port: number, log: ProgramLog): Promise<RunningProgram> {
  const metrics = new WitnessMetrics();
  const server = createServer({ ...programTimeLimits }, (req, res) => void respond(req, res));
  server.maxConnections = mostConnections;
  const connections = new Connections(server, programTimeLimits);
  refuseMalformed(server, {
    connections,
    surface: { headers: {}, renderProblem: ({ text }) => ({ error: text }) },
    refusalTimeout: programTimeLimits.refusalTimeout,
  });
  server.listen({ port, backlog: acceptBacklog });
  await once(server, 'listening');
  return { close: () => connections.drain(uploadGraceMs) };

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const {
      status,
      body,
      type = 'text/plain; charset=utf-8',
    } = await answerTo(req).catch((err: unknown) => {
      // A client that leaves during its request gets no answer.
      if (req.complete) log.error({ err }, 'request failed');
      return refusal(500, 'The request failed');
    });
    if (!req.complete) res.shouldKeepAlive = false;
    const headers = {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    res.writeHead(status, headers).end(body);
  }

  async function answerTo(req: IncomingMessage): Promise<Answer> {
    const { method, url = '' } = req;
    if (method === 'POST' && url === '/add-checkpoint') return addCheckpoint(req);
    return method === 'GET' ? read(url) : unknownRoute;
  }

  function read(url: string): Answer {
    if (url === '/health') return { status: 200, body: 'ok\n' };
    if (url === '/metrics') return { status: 200, body: metrics.text(witness.remembered), type: metricsType };
    const { originHash } = /^\/(?<originHash>[0-9a-f]{64})\/checkpoint$/.exec(url)?.groups ?? {};
    return originHash === undefined ? unknownRoute : witness.checkpointOf(originHash);
  }

  async function addCheckpoint(req: IncomingMessage): Promise<Answer> {
    const body = await bodyOf(req);
    const answer = body === undefined ? tooLong : await witness.addCheckpoint(body);
    metrics.answered(answer.status);
    return answer;
  }
}

/** Undefined if it is too long. Text that is not UTF-8 becomes text that no note has. */
async function bodyOf(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
