/** The statement that the tree of an organization had these leaves at that time. */
export interface TreeHead {
  readonly orgId: string;
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
}

/** A head from its signed claims: the hash is hexadecimal, the time is ISO 8601. */
export function treeHeadOf(claims: {
  readonly org_id: string;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly created_at: string;
}): TreeHead {
  const { org_id: orgId, tree_size: size, root_hash: root, created_at: at } = claims;
  return { orgId, size, root: Buffer.from(root, 'hex'), at: new Date(at) };
}
