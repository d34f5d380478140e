import { type ConnectionTransport } from 'puppeteer';
import { type Readable, type Writable } from 'node:stream';

/** The debugging protocol over two pipes: JSON messages that end with a zero byte. A browser ends when they close. */
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
    // What a broken pipe means is told by its close.
    for (const pipe of [input, output]) pipe.on('error', () => undefined);
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
      // Each message is a task of its own, so that what awaits one has run before the next arrives.
      setImmediate(() => this.onmessage?.(message));
    }
    if (start < chunk.length) this.parts.push(chunk.subarray(start));
  }
}
