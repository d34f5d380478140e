import { HeadMemory, type RememberedHead } from '@governance/iam';
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const remembered = z.strictObject({
  org_id: z.string(),
  tree_size: z.int().min(1),
  root_hash: z.string().regex(/^[0-9a-f]{64}$/),
  since: z.iso.datetime(),
});

/** As many heads stay that the name of one is not free again for a signer that was stopped while others went on. */
const kept = 8;

/**
 * A folder for each organization, with a file for each of its last heads. The name of a file is the place of its head: the file system
 * gives a name to one signer only. The outer folder exists: a volume that is not mounted must not look like an empty memory.
 */
export class HeadMemoryFolder extends HeadMemory {
  constructor(private readonly folder: string) {
    super();
  }

  /** Rejects when the file is damaged: only a person may decide that the memory begins again. */
  async last(orgId: string): Promise<RememberedHead | undefined> {
    const folder = this.folderOf(orgId);
    const names = await readdir(folder).catch(unless('ENOENT', []));
    const place = lastPlace(names);
    if (place === 0) return undefined;
    const text = await readFile(join(folder, nameOf(place)), 'utf8');
    const { tree_size: size, root_hash: root, since } = remembered.parse(JSON.parse(text));
    return { orgId, place, size, root: Buffer.from(root, 'hex'), since: new Date(since) };
  }

  async remember({ orgId, place, size, root, since }: RememberedHead): Promise<boolean> {
    const folder = this.folderOf(orgId);
    await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST', undefined));
    await sync(this.folder);
    const head = {
      org_id: orgId,
      tree_size: size,
      root_hash: root.toString('hex'),
      since: since.toISOString(),
    };
    const draft = join(folder, `${randomUUID()}.draft`);
    try {
      await write(draft, `${JSON.stringify(head)}\n`);
      // Unlike a renaming, it replaces nothing.
      const isFirst = await link(draft, join(folder, nameOf(place))).then(
        () => true,
        unless('EEXIST', false),
      );
      await sync(folder);
      if (!isFirst || lastPlace(await readdir(folder)) !== place) return false;
    } finally {
      await rm(draft, { force: true });
    }
    await this.forget(folder, place - kept);
    return true;
  }

  /** Also what a signer began and did not end: one that is still at it is refused, and tries again. */
  private async forget(folder: string, last: number): Promise<void> {
    const isOld = (name: string): boolean => name.endsWith('.draft') || (placeOf(name) ?? Infinity) <= last;
    const names = await readdir(folder);
    await Promise.all(names.filter(isOld).map((name) => rm(join(folder, name), { force: true })));
  }

  /** Ids of organizations may have any characters, and differ in case. */
  private folderOf(orgId: string): string {
    return join(this.folder, createHash('sha256').update(orgId).digest('hex'));
  }
}

function nameOf(place: number): string {
  return `${place}.json`;
}

function placeOf(name: string): number | undefined {
  const place = /^(?<place>[1-9]\d{0,14})\.json$/.exec(name)?.groups?.place;
  return place === undefined ? undefined : Number(place);
}

/** 0 when there is none. */
function lastPlace(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => placeOf(name) ?? 0));
}

async function write(file: string, text: string): Promise<void> {
  const opened = await open(file, 'wx', 0o600);
  try {
    await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Names survive a crash once their folder is on the disk. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

/** A handler that answers one failure with a value. */
function unless<Value>(code: string, value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return value;
    throw error;
  };
}
