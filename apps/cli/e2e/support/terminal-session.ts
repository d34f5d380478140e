import { type IPty, spawn } from '@lydell/node-pty';
import { EventEmitter, once } from 'node:events';
import { silentOpener } from './silent-opener';

/** A command in a terminal, with a person at the keyboard. */
export class TerminalSession {
  readonly ended: Promise<number>;
  output = '';
  private readonly terminal: IPty;
  private readonly events = new EventEmitter<{ output: []; end: [number] }>();

  constructor(program: string, args: readonly string[], home: string) {
    const { NODE_COMPILE_CACHE } = process.env;
    this.terminal = spawn(process.execPath, [program, ...args], {
      cols: 200,
      rows: 40,
      cwd: home,
      env: {
        PATH: silentOpener(home),
        ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
        HOME: home,
        GOVERNANCE_TOKEN_STORE: 'file',
        NO_COLOR: '1',
        TERM: 'xterm',
      },
    });
    this.ended = once(this.events, 'end').then(([code]) => code as number);
    this.terminal.onData((text) => {
      this.output += text;
      this.events.emit('output');
    });
    this.terminal.onExit(({ exitCode }) => {
      this.events.emit('end', exitCode);
    });
  }

  /** Resolves when the screen has shown this text, to what it shows on the line after it, once that line ends. */
  async showsLine(text: string): Promise<string> {
    await this.shows(text);
    const start = this.output.indexOf(text) + text.length;
    await this.shows('\n', start);
    return this.output.slice(start, this.output.indexOf('\n', start)).trim();
  }

  /** Resolves when the screen has shown this text, after the given position. */
  async shows(text: string, from = 0): Promise<void> {
    while (!this.output.includes(text, from)) {
      const ended = await Promise.race([
        once(this.events, 'output').then(() => false),
        this.ended.then(() => true),
      ]);
      if (ended && !this.output.includes(text, from)) throw new Error(`It ended: ${this.output}`);
    }
  }

  press(keys: string): void {
    this.terminal.write(keys);
  }
}
