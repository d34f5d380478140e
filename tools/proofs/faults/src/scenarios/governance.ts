import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callHttp, temporaryFolder } from '@governance/testing';
import { type World } from '../load/world';

export interface Verdict {
  readonly isGenuine: boolean;
  /** What the command line printed. */
  readonly text: string;
}

/** Runs the command line without a network, as an auditor does. */
async function governance(...args: readonly string[]): Promise<Verdict> {
  const script = join(process.cwd(), 'dist/apps/cli/governance.mjs');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
    return { isGenuine: true, text: stdout };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    return { isGenuine: false, text: stdout + stderr };
  }
}

/** Checks documents with the keys that the public surface publishes now. */
export class Auditor implements Disposable {
  private readonly folder = temporaryFolder('audit');

  constructor(private readonly world: World) {}

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  async verifyCertificate(pdf: Uint8Array): Promise<Verdict> {
    const file = this.written('certificate.pdf', pdf);
    return governance('verify', file, '--keys', await this.publishedKeys());
  }

  /** Of all audit events of the organization. */
  async verifyAuditProof(): Promise<Verdict> {
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
