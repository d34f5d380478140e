import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callHttp } from '@governance/testing';
import { type World } from '../load/world';

/** Runs the command line without a network, as an auditor does. @throws with what it printed unless it exits with 0. */
async function governance(...args: readonly string[]): Promise<string> {
  const script = join(process.cwd(), 'dist/apps/cli/governance.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  return stdout;
}

/** Checks documents with the keys that the public surface publishes now. */
export class Auditor {
  constructor(
    private readonly world: World,
    private readonly folder: string,
  ) {}

  /** @throws unless the certificate is genuine. */
  async verifyCertificate(pdf: Uint8Array): Promise<string> {
    const file = this.written('certificate.pdf', pdf);
    return governance('verify', file, '--keys', await this.publishedKeys());
  }

  /** Of all audit events of the organization. @throws unless it is genuine. */
  async verifyAuditProof(): Promise<string> {
    const { product, token } = this.world;
    const [platform] = product.of('platform-api/main');
    const headers = { authorization: `Bearer ${token}` };
    const { text } = await callHttp(`${platform?.origin ?? ''}/iam/audit-events/proof`, { headers });
    const file = this.written('proof.jsonl', text);
    return governance('audit', 'verify', file, '--keys', await this.publishedKeys());
  }

  private async publishedKeys(): Promise<string> {
    const [website] = this.world.product.of('public-api/main');
    const { text } = await callHttp(`${website?.origin ?? ''}/.well-known/jwks.json`);
    return this.written('jwks.json', text);
  }

  private written(name: string, content: string | Uint8Array): string {
    const file = join(this.folder, name);
    writeFileSync(file, content);
    return file;
  }
}
