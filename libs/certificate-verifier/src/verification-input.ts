import { type Disclosure } from './check-holder-proof';
import { type IssuerKeySet } from './issuer-key-set';
import { type LogTrust } from './log-trust';

/** A published rubric, by the SHA-256 of its bytes in hex. */
export interface PublishedRubric {
  readonly id: string;
  readonly version: string;
  readonly sha256: string;
}

/** A signed status list, and when it was fetched from the issuer; undefined for a list from a file. */
export interface StatusListAnswer {
  readonly list: string;
  readonly askedAt?: Date;
}

export interface VerificationInput {
  /** A certificate as a PDF, or its certificate code alone: a compact JWS. */
  readonly certificate: { readonly pdf: Uint8Array } | { readonly credential: string };
  /** The keys of the trusted issuer. */
  readonly keys: IssuerKeySet;
  readonly rubrics: readonly PublishedRubric[];
  /** The public log of the issuer; absent when it has none, or it is not known. */
  readonly log?: LogTrust | undefined;
  readonly disclosure?: Disclosure | undefined;
  /** Fetches the status list that a credential names; undefined when it cannot be asked for. Its answer is undefined when the issuer is out of reach. */
  readonly statusList?: ((url: string) => Promise<StatusListAnswer | undefined>) | undefined;
}
