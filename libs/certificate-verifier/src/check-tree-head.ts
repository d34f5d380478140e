import * as z from 'zod';
import { type IssuerKeySet } from './issuer-key-set';
import { jwsTypes } from './jws-types';
import { NotGenuine } from './not-genuine';
import { verifiedPayload } from './verified-payload';

const treeHead = z.object({
  org_id: z.string(),
  tree_size: z.int().min(1),
  root_hash: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.iso.datetime(),
  remembered_since: z.iso.datetime().optional(),
});

/** The claims of a signed head of an organization's tree of audit events. */
export type TreeHeadClaims = z.infer<typeof treeHead>;

/** @throws NotGenuine when the issuer has not signed it. */
export async function checkTreeHead(jws: string, keys: IssuerKeySet): Promise<TreeHeadClaims> {
  const { payload } = await verifiedPayload(jws, jwsTypes.treeHead, keys);
  const { data } = treeHead.safeParse(payload);
  if (data === undefined) throw new NotGenuine('The signed data is no tree head');
  return data;
}
