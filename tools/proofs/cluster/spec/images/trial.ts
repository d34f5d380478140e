import { openBrowser, type StoredMail, until } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvitedPerson } from '../../../../dev-stack/src/platform-demo/invited-person';
import { type StackUser } from '../../../../dev-stack/src/stack-description';
import { podmanEnvironment, workspace } from './compose-services';

const page = readFileSync(join(workspace, 'docker/README.md'), 'utf8');
const documented = {
  passwords: /^for name in .*?chmod 600 \.env/ms,
  organization: /^\. \.\/\.env\n.*?(?=^```)/ms,
};
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const mailbox = 'http://localhost:8025/api/messages';

/** Someone who tries the service as docker/README.md says, in a folder of their own. */
export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'trial-'));
  readonly description = join(this.folder, 'stack.json');
  readonly admin: StackUser = {
    // As the page says.
    email: 'ada@acme.example',
    password: randomBytes(15).toString('base64url'),
    totpSecret: [...randomBytes(32)].map((byte) => base32.charAt(byte % 32)).join(''),
    role: 'account-admin',
    organization: { id: 'org_acme', name: 'Acme' },
  };

  /** The variables of the compose file. */
  passwords(): Readonly<Record<string, string>> {
    this.run(documented.passwords);
    const lines = readFileSync(join(this.folder, '.env'), 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
  }

  /** Makes the organization, whose admin accepts their invitation, and describes the services to the demos (tools/dev-stack). */
  async prepare({ MANAGEMENT_TOKEN: token = '' }: Readonly<Record<string, string>>): Promise<void> {
    this.run(documented.organization);
    await this.accept();
    const members = this.run(documented.organization, 'run org members org_acme');
    const [, id = ''] = /^(\S+) account-admin$/m.exec(members) ?? [];
    const { status } = await fetch(`http://localhost:3002/management/v1/users/${id}/totp`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: this.admin.totpSecret }),
    });
    if (status !== 204) throw new Error(`The second factor is not set: ${status}`);
    const description = {
      publicUrl: 'http://localhost:3000',
      platformUrl: 'http://localhost:3001',
      issuer: 'http://localhost:3002',
      machineIssuer: 'http://localhost:3002',
      mailbox: { api: mailbox },
      users: [this.admin],
    };
    writeFileSync(this.description, JSON.stringify(description), { mode: 0o600 });
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Follows the link in the mail. */
  private async accept(): Promise<void> {
    const { email, password } = this.admin;
    const { id } = await until(async () => {
      const mails = await read<readonly StoredMail[]>(mailbox);
      return mails.find(({ to }) => to.includes(email));
    });
    const { text } = await read<StoredMail>(`${mailbox}/${id}`);
    const [link = ''] = /http:\S+\/invitations\/[\w-]+/.exec(text) ?? [];
    const browser = await openBrowser();
    try {
      const person = await InvitedPerson.open(browser, { users: [{ email, password }] }, { email });
      await person.go(link, 'You have joined Acme');
    } finally {
      await browser.close();
    }
  }

  /** Runs a command block of the page, and then `more`; Compose by podman. Returns what it prints. */
  private run(pattern: RegExp, more = ''): string {
    const [commands] = pattern.exec(page) ?? [];
    if (commands === undefined) throw new Error(`docker/README.md has no commands like ${String(pattern)}`);
    const compose = 'docker() { shift 2; podman exec "$@"; }';
    const script = [compose, commands, more].join('\n');
    const env = podmanEnvironment();
    return execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: this.folder,
      env,
      encoding: 'utf8',
    });
  }
}

async function read<Answer>(address: string): Promise<Answer> {
  return (await (await fetch(address)).json()) as Answer;
}
