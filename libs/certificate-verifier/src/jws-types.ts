export const signatureAlgorithm = 'ES256';

/** What a JWS of the issuer is. Each kind has its own, so that none can stand for another. */
export const jwsTypes = {
  /** Open Badges 3.0 allows no other. */
  credential: 'JWT',
  holderProof: 'holder-proof+jwt',
  documentSeal: 'document-seal+jwt',
} as const;
export type JwsType = (typeof jwsTypes)[keyof typeof jwsTypes];
