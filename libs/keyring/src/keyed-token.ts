import { type Keyring } from './keyring';
import { timingSafeEqual } from 'node:crypto';

/** 160 bits. */
const macLength = 20;
const noSecret = Buffer.alloc(0);

/** What a kind of token is for, which separates its hashes from others, and the length of its content in bytes. */
export interface TokenKind {
  readonly purpose: string;
  readonly length: number;
}

/**
 * Tokens for addresses: a content that anyone can read with its keyed hash, in base64url. The hash may also cover a secret that is not
 * in the token. A token made with any of our keys is genuine, in one spelling.
 */
export class KeyedToken {
  constructor(
    private readonly keyring: Keyring,
    private readonly kind: TokenKind,
  ) {}

  /** Made with the newest key. */
  of(content: Buffer, secret = noSecret): string {
    return spelled(content, this.keyring.mac(this.kind.purpose, Buffer.concat([content, secret])));
  }

  /** Made with each of our keys, the newest first: one of them is the token that an earlier `of` has made. */
  allOf(content: Buffer): readonly string[] {
    return this.keyring.macs(this.kind.purpose, content).map((mac) => spelled(content, mac));
  }

  /** The content of a text of the right shape, which need not be genuine. */
  contentOf(text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const isToken = bytes.length === this.kind.length + macLength && bytes.toString('base64url') === text;
    return isToken ? bytes.subarray(0, this.kind.length) : undefined;
  }

  /** The content of a genuine token; undefined for any other text. */
  read(text: string, secret = noSecret): Buffer | undefined {
    const content = this.contentOf(text);
    if (content === undefined) return undefined;
    const mac = Buffer.from(text, 'base64url').subarray(this.kind.length);
    const signed = Buffer.concat([content, secret]);
    const isGenuine = this.keyring
      .macs(this.kind.purpose, signed)
      .some((known) => timingSafeEqual(cut(known), mac));
    return isGenuine ? content : undefined;
  }
}

function spelled(content: Buffer, mac: Buffer): string {
  return Buffer.concat([content, cut(mac)]).toString('base64url');
}

function cut(mac: Buffer): Buffer {
  return mac.subarray(0, macLength);
}

/** The bytes of a UUID, 16. */
export function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** The UUID of 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
