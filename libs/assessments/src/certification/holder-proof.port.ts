/**
 * What shows that a certificate is its holder's: a JWS with a salted digest of the address it was mailed to, which is in
 * the mailed PDF, and the salt, which is in the email. Neither says anything without the other and the address.
 */
export interface HolderProof {
  readonly proof: string;
  readonly salt: string;
}

/** Signs that a certificate was mailed to an address. */
export abstract class HolderProofSigner {
  abstract signHolderProof(resultId: string, address: string): Promise<HolderProof>;
}

/** Holder proofs, sealed, as long as the address is kept: sending a certificate again sends the same proof. */
export abstract class HolderProofStore {
  /** The proof that is kept; undefined when there is none. */
  abstract find(resultId: string): Promise<HolderProof | undefined>;

  /** Keeps the proof of a result that has none and whose address was not erased; gives the one that counts. */
  abstract keep(resultId: string, proof: HolderProof): Promise<HolderProof>;
}

/** The holder proof of a result, made at the first mailing. */
export async function holderProofOf(
  parts: { readonly store: HolderProofStore; readonly signer: HolderProofSigner },
  resultId: string,
  address: string,
): Promise<HolderProof> {
  const known = await parts.store.find(resultId);
  return known ?? parts.store.keep(resultId, await parts.signer.signHolderProof(resultId, address));
}
