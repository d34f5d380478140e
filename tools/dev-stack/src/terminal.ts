import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Length of the longest program name. */
const nameWidth = 'platform worker'.length;
const colours = ['cyan', 'magenta', 'yellow', 'blue', 'green'] as const;

/** Output for a developer. Coloured only if the stream supports it and `NO_COLOR` is unset. */
export class Terminal {
  private readonly names: string[] = [];

  constructor(private readonly stream: NodeJS.WritableStream) {
    // The reader can disappear (`npm start | head`, a closed window); ignore this.
    stream.on('error', () => undefined);
  }

  style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.stream });
  }

  say(text: string): void {
    this.stream.write(`${text}\n`);
  }

  step(text: string): void {
    this.say(this.style('dim', `  ${text}`));
  }

  /** A successful step and its result. */
  done(what: string, result: string): void {
    this.say(`  ${this.style('green', '✓')} ${what.padEnd(26)}${result}`);
  }

  fail(text: string): void {
    this.say(`\n${this.style('red', 'Error:')} ${text}`);
  }

  /** A line of a program, prefixed with its name. */
  line(name: string, text: string): void {
    if (!this.names.includes(name)) this.names.push(name);
    const colour = colours[this.names.indexOf(name) % colours.length] ?? 'cyan';
    const prefix = this.style(colour, `${name.padEnd(nameWidth)} │ `);
    this.say(text.replace(/^/gm, prefix));
  }
}
