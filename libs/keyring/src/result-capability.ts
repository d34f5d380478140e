import { KeyedToken, uuidBytes, uuidOf } from './keyed-token';
import { type Keyring } from './keyring';

/** A capability at the end of an address, or alone. */
const capability = /(?:^|\/results\/)([A-Za-z0-9_-]{48})(?:[/?#]|$)/;

/** The capability in what a person or a program has: the address of a result's page, or the capability alone. */
export function capabilityIn(entered: string): string | undefined {
  return capability.exec(entered.trim())?.[1];
}

/**
 * The capability of a result: its id with a keyed hash, the secret part of the address of its page. It gives access to the result, and
 * cannot be made from the certificate's id alone.
 */
export class ResultCapability {
  private readonly tokens: KeyedToken;

  constructor(keyring: Keyring) {
    this.tokens = new KeyedToken(keyring, { purpose: 'result-page', length: 16 });
  }

  /** The capability of a UUID. */
  of(id: string): string {
    return this.tokens.of(uuidBytes(id));
  }

  /** The id in a capability; undefined for any other text. */
  idOf(text: string): string | undefined {
    const id = this.tokens.read(text);
    return id && uuidOf(id);
  }
}
