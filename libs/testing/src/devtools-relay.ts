import { type AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** Between a worker and the server of its browsers. It can keep silent as a server that hangs, and change what a browser is told. */
export class DevToolsRelay {
  /** Keeps back every message and every new connection. */
  isSilent = false;
  /** Changes each message to the browser. */
  alter: (message: string) => string = (message) => message;
  private readonly peers = new Set<WebSocket>();

  private constructor(
    private readonly server: WebSocketServer,
    public target: string,
  ) {
    server.on('connection', (worker) => {
      this.join(worker);
    });
  }

  /** Leads to the server at `target`. */
  static async start(target: string): Promise<DevToolsRelay> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    return new DevToolsRelay(server, target);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  /** Ends every connection. */
  cut(): void {
    for (const peer of this.peers) peer.terminate();
  }

  private join(worker: WebSocket): void {
    const browser = new WebSocket(this.target);
    const waiting: string[] = [];
    browser.on('open', () => {
      for (const message of waiting) browser.send(message);
    });
    worker.on('message', (data) => {
      if (this.isSilent) return;
      const message = this.alter(textOf(data));
      if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else waiting.push(message);
    });
    browser.on('message', (data) => {
      if (!this.isSilent && worker.readyState === WebSocket.OPEN) worker.send(textOf(data));
    });
    for (const [one, other] of [
      [worker, browser],
      [browser, worker],
    ] as const) {
      this.peers.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.peers.delete(one);
        other.terminate();
      });
    }
  }
}

function textOf(data: RawData): string {
  return Buffer.from(data as Buffer).toString();
}
