import { type PrintedPage } from './check-printed-page';

/** What Node and browsers do each in their own way. */
export interface Primitives {
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array>;
  /** Rejects when there would be more than `limit` bytes. */
  gunzip(bytes: Uint8Array, limit: number): Promise<Uint8Array>;
  /** A domain as IDNA maps it; empty for what is none. */
  domainToASCII(domain: string): string;
  /** Rejects when the PDF cannot be read. */
  readPage(pdf: Uint8Array): Promise<PrintedPage>;
}
