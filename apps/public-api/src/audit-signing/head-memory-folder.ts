import { HeadMemory, type RememberedHead } from '@governance/iam';
import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const remembered = z.strictObject({
  org_id: z.string(),
  tree_size: z.int().min(1),
  root_hash: z.string().regex(/^[0-9a-f]{64}$/),
  since: z.iso.datetime(),
});

/** A file for each organization. The folder exists: a volume that is not mounted must not look like an empty memory. */
export class HeadMemoryFolder extends HeadMemory {
  constructor(private readonly folder: string) {
    super();
  }

  /** Rejects when the file is damaged: only a person may decide that the memory begins again. */
  async last(orgId: string): Promise<RememberedHead | undefined> {
    const text = await readFile(this.fileOf(orgId), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const { tree_size: size, root_hash: root, since } = remembered.parse(JSON.parse(text));
    return { orgId, size, root: Buffer.from(root, 'hex'), since: new Date(since) };
  }

  async remember({ orgId, size, root, since }: RememberedHead): Promise<void> {
    const file = this.fileOf(orgId);
    const head = {
      org_id: orgId,
      tree_size: size,
      root_hash: root.toString('hex'),
      since: since.toISOString(),
    };
    // Workers that share the folder write files of their own.
    const draft = `${file}.${process.pid}`;
    const descriptor = await open(draft, 'w', 0o600);
    try {
      await descriptor.writeFile(`${JSON.stringify(head)}\n`);
      await descriptor.sync();
    } finally {
      await descriptor.close();
    }
    await rename(draft, file);
    const folder = await open(this.folder);
    await folder.sync().finally(() => folder.close());
  }

  /** Ids of organizations may have any characters, and differ in case. */
  private fileOf(orgId: string): string {
    return join(this.folder, `${createHash('sha256').update(orgId).digest('hex')}.json`);
  }
}
