import { type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Registry } from 'prom-client';
import { type Readiness } from './readiness.port';
import { Connections } from '../server/connections';
import { type ErrorShape } from '../server/malformed-request';
import { refuseMalformed } from '../server/refuse-malformed';
import { acceptBacklog, type TimeLimits, timeLimits } from '../server/time-limits';

export interface ManagementServerOptions {
  /** 0 means any free port. */
  readonly port: number;
  readonly registry: Registry;
  readonly readiness: Readiness;
  /** Time limits for clients. Specs use shorter ones. */
  readonly timeLimits?: TimeLimits;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const errorShape: ErrorShape = { headers: {}, renderProblem: ({ text }) => ({ status: text }) };

/**
 * The management port, which must not be public: `/metrics`, `/health/live`, `/health/ready`. It opens before the program
 * accepts work and closes after the last work is finished.
 */
export class ManagementServer implements OnModuleInit, OnApplicationShutdown {
  private readonly server: Server;
  private readonly routes: ReadonlyMap<string, () => Answer | Promise<Answer>>;

  constructor(private readonly options: ManagementServerOptions) {
    const limits = options.timeLimits ?? timeLimits;
    this.server = createServer({ ...limits }, (req, res) => void this.respond(req, res));
    refuseMalformed(this.server, {
      connections: new Connections(this.server, limits),
      surface: errorShape,
      refusalTimeout: limits.refusalTimeout,
    });
    this.routes = new Map<string, () => Answer | Promise<Answer>>([
      ['/metrics', () => this.metrics()],
      ['/health/live', () => status(200, 'ok')],
      ['/health/ready', () => this.ready()],
    ]);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Rejects when the port is in use: a program that cannot be monitored does not start. */
  async onModuleInit(): Promise<void> {
    this.server.listen({ port: this.options.port, backlog: acceptBacklog });
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond({ method, url = '' }: IncomingMessage, res: ServerResponse): Promise<void> {
    const [path = ''] = url.split('?', 1);
    const { status: code, type, body } = await this.answerTo(method, path);
    res.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  }

  private async answerTo(method: string | undefined, path: string): Promise<Answer> {
    const route = this.routes.get(path);
    if (!route) return status(404, 'no such path');
    if (method !== 'GET' && method !== 'HEAD') return status(405, 'this path answers GET, HEAD');
    try {
      return await route();
    } catch {
      return status(500, 'failed');
    }
  }

  private async metrics(): Promise<Answer> {
    const { registry } = this.options;
    return { status: 200, type: registry.contentType, body: await registry.metrics() };
  }

  private async ready(): Promise<Answer> {
    try {
      await this.options.readiness.check();
      return status(200, 'ok');
    } catch {
      return status(503, 'not ready');
    }
  }
}

function status(code: number, words: string): Answer {
  return { status: code, type: 'application/json', body: JSON.stringify({ status: words }) };
}
