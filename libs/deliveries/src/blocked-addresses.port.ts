/**
 * Addresses whose owners want no message from us any more, kept as keyed hashes. Nothing that a submitter is answered
 * shows that an address is among them.
 */
export abstract class BlockedAddresses {
  /** What the link in a message carries, so that its reader can block the address it came to: nobody else can make it. */
  abstract tokenOf(address: string): string;

  /** Whether we made this token. */
  abstract knows(token: string): boolean;

  /**
   * Blocks the address of a token, in all its spellings, and cancels what still waits to go there. Can be repeated. False
   * when we did not make the token.
   */
  abstract block(token: string, now: Date): Promise<boolean>;
}
