import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Of the longest name of a program. */
const nameWidth = 'platform worker'.length;
const colours = ['cyan', 'magenta', 'yellow', 'blue', 'green'] as const;

/** What a person sees. Colours only where the stream shows them and nobody has asked for none (`NO_COLOR`). */
export class Terminal {
  private readonly names: string[] = [];

  constructor(private readonly stream: NodeJS.WritableStream) {
    // Whoever read it may go away (`npm start | head`, a closed window): then nobody needs to be told.
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

  /** Something that has gone well, and what came of it. */
  done(what: string, result: string): void {
    this.say(`  ${this.style('green', '✓')} ${what.padEnd(26)}${result}`);
  }

  fail(text: string): void {
    this.say(`\n${this.style('red', 'Error:')} ${text}`);
  }

  /** A line of a program, behind its name. */
  line(name: string, text: string): void {
    if (!this.names.includes(name)) this.names.push(name);
    const colour = colours[this.names.indexOf(name) % colours.length] ?? 'cyan';
    const prefix = this.style(colour, `${name.padEnd(nameWidth)} │ `);
    this.say(text.replace(/^/gm, prefix));
  }
}
