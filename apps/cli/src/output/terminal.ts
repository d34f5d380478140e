import { byteOrderMark } from '@governance/kernel';
import { fstatSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { plainJson, plainLines, plainText } from './plain-text';
import { plainStream } from './plain-stream';

export type OutputFormat = 'table' | 'json' | 'csv';

/** Where a command reads and writes. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Results on stdout, everything for people beside them on stderr. It is the only way out of the program, so that no text reaches a
 * terminal as it came, and no failed write is missed.
 */
export class Terminal {
  private failure: NodeJS.ErrnoException | undefined;
  private pending: Promise<void> = Promise.resolve();

  constructor(
    private readonly streams: Streams,
    private readonly noColor: boolean,
  ) {
    streams.stdout.on('error', (error) => {
      this.failure ??= error;
    });
    // A note that cannot be written changes nothing.
    streams.stderr.on('error', () => undefined);
  }

  /** Whether a person can be asked: stdin and stderr are a terminal. */
  get isInteractive(): boolean {
    return this.streams.stdin.isTTY && this.streams.stderr.isTTY;
  }

  get stdin(): NodeJS.ReadStream {
    return this.streams.stdin;
  }

  /** Of the terminal that shows the results; undefined if none does. */
  get width(): number | undefined {
    return this.streams.stdout.isTTY ? this.streams.stdout.columns : undefined;
  }

  /** For prompts, whose texts go through `plainText`. */
  get promptOutput(): NodeJS.WriteStream {
    return this.streams.stderr;
  }

  /** Text, a table or JSON. */
  result(text: string): void {
    this.write(plainLines(text));
  }

  json(value: unknown): void {
    this.write(`${plainJson(JSON.stringify(value, null, 2))}\n`);
  }

  /** Alone in a file, it is for a spreadsheet; in a pipe, for a program. */
  csv(text: string): void {
    this.write((isNewFile(this.streams.stdout) ? byteOrderMark : '') + plainLines(text));
  }

  /** A download on stdout. Bytes that are safe to show stay as they are. */
  async download(
    source: AsyncIterable<Uint8Array>,
    kind: 'json' | 'csv',
    signal: AbortSignal,
  ): Promise<void> {
    const plain = kind === 'json' ? plainJson : plainLines;
    try {
      await pipeline(plainStream(source, plain), this.streams.stdout, { end: false, signal });
    } catch (error) {
      // A failed write is told at the end; any other failure is one of the download.
      if (!this.failure) throw error;
    }
  }

  /** One line for people. */
  note(text: string): void {
    this.streams.stderr.write(`${plainText(text)}\n`);
  }

  fail(text: string): void {
    const color = this.streams.stderr.isTTY && !this.noColor;
    this.streams.stderr.write(`${color ? '\u001b[31merror:\u001b[39m' : 'error:'} ${plainText(text)}\n`);
  }

  /** What the parser of options says about them. */
  usage(text: string): void {
    this.streams.stderr.write(plainLines(text));
  }

  /** Resolves when every result is written, to why one could not be. */
  async written(): Promise<NodeJS.ErrnoException | undefined> {
    await this.pending;
    return this.failure;
  }

  private write(text: string): void {
    const written = new Promise<void>((resolve) => {
      this.streams.stdout.write(text, (error) => {
        this.failure ??= error ?? undefined;
        resolve();
      });
    });
    this.pending = Promise.all([this.pending, written]).then(() => undefined);
  }
}

function isNewFile(stream: object): boolean {
  const { fd } = stream as { readonly fd?: number };
  if (fd === undefined) return false;
  const stats = fstatSync(fd);
  return stats.isFile() && stats.size === 0;
}
