import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { startBrowser, type StartedBrowser } from './launch-browser';
import { longestMessage, textOf } from './socket-transport';

export interface DevToolsServerOptions {
  /** The value of the setting BROWSER_EXECUTABLE. */
  readonly executable?: string | undefined;
  /** Browsers at once; further connections are refused. */
  readonly connections: number;
  readonly deadlineMs?: number;
  readonly warn: (message: string) => void;
}

/** A peer that answers no ping for this time is gone, and its browser ends. */
const pingMs = 10_000;

/**
 * Gives every connection a browser of its own, over the debugging protocol, and ends it with the connection. No port of Chromium is
 * open: it gets its commands by a pipe. Web pages are refused, because a browser sends their origin.
 */
export class DevToolsServer {
  private readonly http: Server;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  private readonly browsers = new Map<Duplex, Promise<unknown>>();
  private starts: boolean | undefined;

  constructor(private readonly options: DevToolsServerOptions) {
    this.http = createServer((_, response) => response.writeHead(426).end());
    this.http.on('upgrade', (request, socket, head) => {
      const refusal = this.refusalOf(request);
      if (refusal !== undefined) refuse(socket, refusal);
      else this.browsers.set(socket, this.serve({ request, socket, head }));
    });
  }

  /** Resolves to the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.http.once('error', reject).listen(port, resolve);
    });
    return (this.http.address() as AddressInfo).port;
  }

  /** Rejects while no browser starts. */
  async check(): Promise<void> {
    if (this.starts === true) return;
    await (await this.start()).remove();
  }

  /** Ends every connection and its browser. */
  async close(): Promise<void> {
    this.http.close();
    const ending = [...this.browsers];
    for (const [socket] of ending) socket.destroy();
    await Promise.all(ending.map(([, served]) => served));
  }

  private refusalOf({ headers }: IncomingMessage): string | undefined {
    if (headers.origin !== undefined) return '403 Forbidden';
    return this.browsers.size < this.options.connections ? undefined : '503 Service Unavailable';
  }

  /** Resolves when the connection and its browser have ended. */
  private async serve(upgrade: Upgrade): Promise<void> {
    const { socket } = upgrade;
    socket.on('error', () => undefined);
    try {
      await using browser = disposable(await this.start());
      await this.connected(upgrade, browser);
    } catch (error) {
      this.options.warn(`A connection got no browser: ${String(error)}`);
      refuse(socket, '503 Service Unavailable');
    } finally {
      this.browsers.delete(socket);
    }
  }

  private connected({ request, socket, head }: Upgrade, browser: StartedBrowser): Promise<void> {
    let ended = Promise.resolve();
    // Synchronous; not called for a peer that has left or sends no handshake.
    this.sockets.handleUpgrade(request, socket, head, (peer) => {
      ended = relay(peer, browser);
    });
    return ended;
  }

  private async start(): Promise<StartedBrowser> {
    const { executable, deadlineMs = 10_000, warn } = this.options;
    this.starts = undefined;
    const started = await startBrowser({ executable, deadlineMs, warn });
    this.starts = true;
    return started;
  }
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function disposable(browser: StartedBrowser): StartedBrowser & AsyncDisposable {
  return { ...browser, [Symbol.asyncDispose]: () => browser.remove() };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Resolves when either side has ended. */
function relay(peer: WebSocket, { transport, noteProcesses }: StartedBrowser): Promise<void> {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) peer.terminate();
    isAlive = false;
    peer.ping();
    void noteProcesses();
  }, pingMs);
  transport.onmessage = (message) => {
    peer.send(message);
  };
  transport.onclose = () => {
    peer.terminate();
  };
  peer.on('message', (data) => {
    transport.send(textOf(data));
  });
  peer.on('pong', () => (isAlive = true));
  peer.on('error', () => undefined);
  return new Promise((resolve) => {
    peer.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}
