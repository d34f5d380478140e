import { readFileSync, writeFileSync } from 'node:fs';

/** What differs between two recordings, and what stands for it. */
const volatile: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…'],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '…'],
  [/\b[A-Z]{4}-[A-Z]{4}\b/g, 'ABCD-EFGH'],
  // Workers add events of their own.
  [/\b\d+ events\b/g, '… events'],
];

const block = /(?<=^```console\n).*?(?=^```$)/ms;

/** A session in a terminal as text, in which ids, codes, times and counts of events are masked. */
export class Recording {
  private readonly commands: string[] = [];

  /** `names` are public names for addresses of this machine. */
  constructor(private readonly names: Readonly<Record<string, string>>) {}

  /** A command as a user types it, and what the terminal has shown. */
  add(args: readonly string[], output: string): void {
    const typed = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ');
    this.commands.push(`$ governance ${typed}\n${output.replaceAll('\r\n', '\n').trimEnd()}\n`);
  }

  get text(): string {
    const named = Object.entries(this.names).reduce(
      (text, [address, name]) => text.replaceAll(address, name),
      this.commands.join(''),
    );
    return volatile.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), named);
  }
}

/** The `console` block of a Markdown page. With `UPDATE_RECORDING=1`, it becomes the recording first. */
export function shownRecording(page: string, { text }: Recording): string | undefined {
  const markdown = readFileSync(page, 'utf8');
  if (process.env.UPDATE_RECORDING === '1')
    writeFileSync(
      page,
      markdown.replace(block, () => text),
    );
  return block.exec(readFileSync(page, 'utf8'))?.[0];
}
