export type OutputFormat = 'table' | 'json' | 'csv';

/** Where a command reads and writes. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Results on stdout, everything for people beside them on stderr. */
export class Terminal {
  constructor(
    readonly streams: Streams,
    private readonly noColor: boolean,
  ) {}

  /** Whether a person can be asked: stdin and stderr are a terminal. */
  get isInteractive(): boolean {
    return this.streams.stdin.isTTY && this.streams.stderr.isTTY;
  }

  result(text: string): void {
    this.streams.stdout.write(text);
  }

  note(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  fail(text: string): void {
    const color = this.streams.stderr.isTTY && !this.noColor;
    this.note(color ? `\u001b[31merror:\u001b[39m ${text}` : `error: ${text}`);
  }
}
