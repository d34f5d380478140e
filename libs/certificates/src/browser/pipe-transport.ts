import { type ConnectionTransport } from 'puppeteer';
import { type Readable, type Writable } from 'node:stream';

/** The debugging protocol over two pipes: JSON messages that end with a zero byte. A browser exits when they close. */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  private parts: Buffer[] = [];

  constructor(
    private readonly input: Writable,
    private readonly output: Readable,
  ) {
    output.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    output.once('close', () => this.onclose?.());
    // The `close` event reports a broken pipe.
    for (const pipe of [input, output]) pipe.on('error', () => undefined);
  }

  /** Resolves when the browser answers its first question, before anything else is sent. */
  firstAnswer(): Promise<unknown> {
    return new Promise((resolve) => {
      this.onmessage = resolve;
      this.send(JSON.stringify({ id: 0, method: 'Browser.getVersion' }));
    });
  }

  send(message: string): void {
    this.input.write(`${message}\0`);
  }

  close(): void {
    this.input.destroy();
    this.output.destroy();
  }

  private receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.parts, chunk.subarray(start, end)]).toString();
      this.parts = [];
      start = end + 1;
      // One task per message, so that code awaiting a message runs before the next one arrives.
      setImmediate(() => this.onmessage?.(message));
    }
    if (start < chunk.length) this.parts.push(chunk.subarray(start));
  }
}
