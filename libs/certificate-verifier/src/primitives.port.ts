import { type CheckEd25519 } from '@governance/transparency';
import { type PrintedPage } from './check-printed-page';
import { type P256PublicKey } from './issuer-key-set';

/** An ECDSA signature with SHA-256: r and s, and the bytes that they sign. */
export interface EcdsaSignature {
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly signed: Uint8Array<ArrayBuffer>;
}

/** Functions that Node and browsers implement differently. */
export interface Primitives {
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array>;
  /** The strict verification of RFC 8032: one encoding for each signature. */
  verifyEd25519: CheckEd25519;
  verifyEcdsa(key: P256PublicKey, signature: EcdsaSignature): Promise<boolean>;
  /** Rejects when the output exceeds `limit` bytes. */
  gunzip(bytes: Uint8Array, limit: number): Promise<Uint8Array>;
  /** The domain as mapped by IDNA; empty when it is not a domain. */
  domainToASCII(domain: string): string;
  /** Rejects when the PDF cannot be read. Undefined where pages cannot be drawn: the page is then not checked. */
  readPage: ((pdf: Uint8Array) => Promise<PrintedPage>) | undefined;
}
