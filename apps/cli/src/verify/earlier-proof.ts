import { checkTreeHead, type IssuerKeySet } from '@governance/certificate-verifier';
import { parseProofLine, type TreeHead, treeHeadOf } from '@governance/iam';
import { createReadStream, existsSync } from 'node:fs';
import * as z from 'zod';
import { CommandError } from '../command-error';
import { decodedLines } from '../files/decoded-text';

/** The signed heads of an earlier proof. @throws CommandError when it has none, or one that is not genuine */
export async function headsOf(file: string, keys: IssuerKeySet): Promise<readonly TreeHead[]> {
  const heads: TreeHead[] = [];
  for (const jws of await headsIn(file)) {
    const head = await checkTreeHead(jws, keys).catch((error: unknown) => {
      throw new CommandError(`${file} has a tree head that cannot be checked: ${String(error)}`);
    });
    heads.push(treeHeadOf(head));
  }
  return heads;
}

const claims = z.object({ tree_size: z.int().min(1) });

/** The number of events that the last head of an earlier proof claims, unverified: what is asked for is checked when it is there. */
export async function claimedSizeOf(file: string): Promise<number> {
  const sizes = (await headsIn(file)).map((jws) => {
    const { data } = claims.safeParse(payloadOf(jws));
    if (data === undefined) throw new CommandError(`${file} has a line that is no tree head`);
    return data.tree_size;
  });
  return Math.max(...sizes);
}

async function headsIn(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const heads: string[] = [];
  for await (const text of decodedLines(createReadStream(file), file)) {
    const line = parseProofLine(text);
    if (line?.kind === 'head') heads.push(line.jws);
  }
  if (heads.length === 0) throw new CommandError(`${file} has no signed tree head to compare with`);
  return heads;
}

function payloadOf(jws: string): unknown {
  const [, payload = ''] = jws.split('.');
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return undefined;
  }
}
