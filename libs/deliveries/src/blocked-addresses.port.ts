/** Blocked addresses, stored as keyed hashes. Responses to submitters never reveal that an address is blocked. */
export abstract class BlockedAddresses {
  /** The token for the block link in a mail. It blocks the address that the mail went to, and only we can make it. */
  abstract tokenOf(address: string): string;

  /** Whether we made this token. */
  abstract knows(token: string): boolean;

  /**
   * Blocks the address of a token, in all its spellings, and cancels pending deliveries to it. Can be repeated. False when we
   * did not make the token.
   */
  abstract block(token: string, now: Date): Promise<boolean>;
}
