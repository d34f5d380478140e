import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from './compose-services';

const page = readFileSync(join(workspace, 'docker/README.md'), 'utf8');
const documented = {
  passwords: /^for name in .*?chmod 600 \.env/ms,
  user: /^\. \.\/\.env\n.*?(?=^```)/ms,
};
const user = { email: 'admin@acme.example', password: randomBytes(15).toString('base64url') };
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Someone who tries the service as docker/README.md says, in a folder of their own. */
export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'trial-'));
  readonly description = join(this.folder, 'stack.json');

  /** The variables of the compose file. */
  passwords(): Readonly<Record<string, string>> {
    this.run(documented.passwords);
    const lines = readFileSync(join(this.folder, '.env'), 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
  }

  /** Creates an account admin with a second factor, and describes the services to the demos (tools/dev-stack). */
  async prepare({ MANAGEMENT_TOKEN: token = '' }: Readonly<Record<string, string>>): Promise<void> {
    this.run(documented.user, ['…at least 15 characters…', user.password]);
    const totpSecret = [...randomBytes(32)].map((byte) => base32.charAt(byte % 32)).join('');
    const { status } = await fetch('http://localhost:3002/management/v1/users/user_admin/totp', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: totpSecret }),
    });
    if (status !== 204) throw new Error(`The second factor is not set: ${status}`);
    const organization = { id: 'org_acme', name: 'Acme' };
    const description = {
      publicUrl: 'http://localhost:3000',
      platformUrl: 'http://localhost:3001',
      issuer: 'http://localhost:3002',
      machineIssuer: 'http://localhost:3002',
      mailbox: { api: 'http://localhost:8025/api/messages' },
      users: [{ ...user, totpSecret, role: 'account-admin', organization }],
    };
    writeFileSync(this.description, JSON.stringify(description), { mode: 0o600 });
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }

  private run(pattern: RegExp, [placeholder, value]: readonly [string, string] = ['', '']): void {
    const [commands] = pattern.exec(page) ?? [];
    if (!commands?.includes(placeholder))
      throw new Error(`docker/README.md has no commands like ${String(pattern)}`);
    execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', commands.replace(placeholder, value)], {
      cwd: this.folder,
    });
  }
}
