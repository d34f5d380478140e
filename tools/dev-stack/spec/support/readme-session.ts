import { openBrowser, until } from '@governance/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { connectDevice } from '../../src/platform-demo/device-sign-in';
import { PagesInBrowser } from '../../src/platform-demo/pages-in-browser';
import { type StackDescription } from '../../src/stack-description';
import { workspace } from './bundled-program';
import { type StackWorkspace } from './stack-workspace';

const blockOf = (page: string, title: string, language: string): readonly string[] => {
  const section = readFileSync(join(workspace, page), 'utf8').split(`\n## ${title}\n`)[1] ?? '';
  return (section.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '').split('\n');
};

/** What README.md tells to type in a shell after `npm start`, without comments. */
export const shellLines = blockOf('README.md', 'After `npm start`', 'sh').map((line) =>
  line.replace(/\s+#.*$/, ''),
);
/** The commands of the session in docs/cli.md. */
export const sessionLines = blockOf('docs/cli.md', 'A session', 'console').flatMap((line) =>
  line.startsWith('$ ') ? [line.slice(2)] : [],
);

/** What stands for npm scripts and for a program that opens web pages, which are those of the workspace and the system. */
const programs = (node: string): Readonly<Record<string, string>> => ({
  governance: `exec "${node}" "${workspace}/dist/apps/cli/governance.mjs" "$@"`,
  npm: `
    shift; [ "$1" = -s ] && shift
    name=$1; shift; [ "$1" = -- ] && shift
    case $name in
      verify) exec governance verify "$@";;
      demo) exec "${node}" dist/tools/dev-stack/demo.js "$@";;
      dev:token) exec "${node}" dist/tools/dev-stack/dev-token.js "$@";;
      *) echo "README.md has an unknown script: $name" >&2; exit 127;;
    esac`,
  'xdg-open': '',
  open: '',
});

interface Typed {
  readonly code: unknown;
  readonly output: string;
}

/** A user who types the lines of both pages in the folder of a running stack. */
export class ReadmeSession {
  constructor(
    private readonly place: StackWorkspace,
    private readonly stack: StackDescription,
  ) {
    mkdirSync(this.bin, { recursive: true });
    for (const [name, text] of Object.entries(programs(process.execPath))) {
      writeFileSync(join(this.bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(this.bin, name), 0o755);
    }
  }

  /** Types one line, and confirms the code that it shows in a browser. */
  async type(line: string, email: string): Promise<Typed> {
    const { root, env } = this.place;
    const child = spawn('sh', ['-c', this.withAddresses(line)], {
      cwd: root,
      env: {
        ...env,
        PATH: [this.bin, env.PATH].join(delimiter),
        GOVERNANCE_TOKEN_STORE: 'file',
        GOVERNANCE_PUBLIC_URL: this.stack.publicUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let confirmed: Promise<void> | undefined;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
        const [, address] = /^Open (http\S+)\n/m.exec(output) ?? [];
        if (address !== undefined) confirmed ??= this.confirm(address, email);
      });
    const [code] = (await once(child, 'close')) as [unknown];
    await confirmed;
    return { code, output };
  }

  /** Saves the certificate of the sample assessment from its mail, as its reader does. */
  async saveCertificate(): Promise<void> {
    const { api } = this.stack.mailbox;
    await until(async () => {
      const [mail] = (await (await fetch(api)).json()) as readonly { readonly id: string }[];
      if (mail === undefined) return false;
      const pdf = await fetch(`${api}/${mail.id}/attachments/0`);
      writeFileSync(join(this.place.root, 'certificate.pdf'), Buffer.from(await pdf.arrayBuffer()));
      return pdf.headers.get('content-type') === 'application/pdf';
    });
  }

  private get bin(): string {
    return join(this.place.root, 'bin');
  }

  private withAddresses(line: string): string {
    const { publicUrl, platformUrl } = this.stack;
    return line
      .replaceAll(/localhost:3000|https:\/\/assess\.example\.org/g, publicUrl)
      .replaceAll(/localhost:3001|https:\/\/api\.example\.org/g, platformUrl);
  }

  private async confirm(address: string, email: string): Promise<void> {
    const user = this.stack.users.find((each) => each.email === email);
    if (!user) throw new Error(`the stack has no user ${email}`);
    const browser = await openBrowser();
    const device = {
      verification_uri: address,
      verification_uri_complete: address,
      user_code: new URL(address).searchParams.get('user_code') ?? '',
      device_code: '',
      expires_in: 600,
    };
    await connectDevice(new PagesInBrowser(await browser.newPage()), { user, device });
    await browser.close();
  }
}
