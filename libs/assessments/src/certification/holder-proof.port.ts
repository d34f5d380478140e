/**
 * Proves who holds a certificate. The mailed PDF contains a JWS with a salted digest of the address; the mail contains the
 * salt (the ownership code). Neither reveals anything without the other and the address.
 */
export interface HolderProof {
  readonly proof: string;
  readonly salt: string;
}

/** Signs the proof that a certificate was mailed to an address. */
export abstract class HolderProofSigner {
  abstract signHolderProof(resultId: string, address: string): Promise<HolderProof>;
}

/** Holder proofs, sealed, stored as long as the address is: a resend sends the same proof. */
export abstract class HolderProofStore {
  /** The stored proof, or undefined. */
  abstract find(resultId: string): Promise<HolderProof | undefined>;

  /** Stores the proof unless the result has one or its address was erased. Returns the proof that counts. */
  abstract keep(resultId: string, proof: HolderProof): Promise<HolderProof>;
}

/** The holder proof of a result, created at the first mailing. */
export async function holderProofOf(
  parts: { readonly store: HolderProofStore; readonly signer: HolderProofSigner },
  resultId: string,
  address: string,
): Promise<HolderProof> {
  const known = await parts.store.find(resultId);
  return known ?? parts.store.keep(resultId, await parts.signer.signHolderProof(resultId, address));
}
