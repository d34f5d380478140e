/** The statement that the tree of an organization had these leaves at that time. */
export interface TreeHead {
  readonly orgId: string;
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
  /** Since when its signer has compared each head with the one before. Undefined when it did not, or the head is not signed. */
  readonly rememberedSince?: Date | undefined;
}

/** A head from its signed claims: the hash is hexadecimal, the time is ISO 8601. */
export function treeHeadOf(claims: {
  readonly org_id: string;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly created_at: string;
  readonly remembered_since?: string | undefined;
}): TreeHead {
  const { org_id: orgId, tree_size: size, root_hash: root, created_at: at, remembered_since: since } = claims;
  const rememberedSince = since === undefined ? undefined : new Date(since);
  return { orgId, size, root: Buffer.from(root, 'hex'), at: new Date(at), rememberedSince };
}
