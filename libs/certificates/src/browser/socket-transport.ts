import { type ConnectionTransport } from 'puppeteer';
import { type RawData, WebSocket } from 'ws';

/** The longest document, in base64, and its envelope. */
export const longestMessage = 16 * 1024 * 1024;

/** The debugging protocol over a WebSocket. It follows no redirect: a browser must not choose where we connect. */
export class SocketTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.onmessage?.(textOf(data)));
    socket.once('close', () => this.onclose?.());
    // The `close` event follows.
    socket.on('error', () => undefined);
  }

  /** Rejects when the server refuses, or at the deadline. */
  static async open(url: string, deadlineMs: number): Promise<SocketTransport> {
    const socket = new WebSocket(url, {
      handshakeTimeout: deadlineMs,
      maxPayload: longestMessage,
      perMessageDeflate: false,
      // One task per message, so that code awaiting a message runs before the next one arrives.
      allowSynchronousEvents: false,
    });
    const transport = new SocketTransport(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return transport;
  }

  send(message: string): void {
    this.socket.send(message);
  }

  /** Without a closing handshake, which a hanging peer would not answer. */
  close(): void {
    this.socket.terminate();
  }
}

export function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString();
}
