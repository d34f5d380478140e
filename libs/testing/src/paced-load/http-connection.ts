import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * A connection that carries one request at a time, without the cost of an HTTP library: the generator shares its core with
 * PostgreSQL. It reads answers with a `Content-Length`, as the service sends them.
 */
export class HttpConnection {
  private received = '';
  private answered: ((answer: RawAnswer | undefined) => void) | undefined;
  private readonly socket: Socket;
  /** Resolves when it is established, or has failed. */
  readonly open: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (chunk: string) => {
      this.received += chunk;
      this.read();
    });
    this.open = new Promise((resolve) => this.socket.once('connect', resolve).once('close', resolve));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.answer(undefined);
    });
  }

  /** Whether it can carry another request. */
  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** Undefined when the connection ends without an answer. */
  send(request: string): Promise<RawAnswer | undefined> {
    return new Promise((resolve) => {
      this.answered = resolve;
      if (this.isOpen) this.socket.write(request);
      else this.answer(undefined);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(): void {
    const end = this.received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.received.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.received.length < end + 4 + length) return;
    const body = this.received.slice(end + 4, end + 4 + length);
    this.received = '';
    if (/\r\nconnection: close/i.test(head)) this.close();
    this.answer({ status: Number(head.slice(9, 12)), head, body });
  }

  private answer(answer: RawAnswer | undefined): void {
    const { answered } = this;
    this.answered = undefined;
    answered?.(answer);
  }
}
