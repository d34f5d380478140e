/** Tells whoever runs the bench how far it is. */
export class BenchLog {
  constructor(
    private readonly stream: Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): boolean },
  ) {}

  line(text: string): void {
    this.progress('');
    this.stream.write(`${text}\n`);
  }

  /** Overwrites itself on a terminal, and is left out elsewhere. */
  progress(text: string): void {
    if (this.stream.isTTY) this.stream.write(`\r\u001b[K${text}`);
  }
}
