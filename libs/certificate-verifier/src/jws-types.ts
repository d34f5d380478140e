export const signatureAlgorithm = 'ES256';

/** The `typ` of each kind of JWS that the issuer signs, so that no kind can replace another. */
export const jwsTypes = {
  /** Required by Open Badges 3.0. */
  credential: 'JWT',
  holderProof: 'holder-proof+jwt',
  documentSeal: 'document-seal+jwt',
  treeHead: 'audit-tree-head+jwt',
} as const;
export type JwsType = (typeof jwsTypes)[keyof typeof jwsTypes];
