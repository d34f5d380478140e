import { type KeyAlgorithm } from '../keys/accepted-key';

/** What an identity provider can do for the clients of machines. Asked before acting: a request for anything else is refused with 400. */
export interface ProviderCapabilities {
  /** The algorithms of assertions that the provider verifies. A key that fits none of them is refused. */
  readonly keyAlgorithms: ReadonlySet<KeyAlgorithm>;
  /** Whether a replaced secret or key can work until a given time. If not, rotations with an overlap are refused. */
  readonly overlap: boolean;
  /** Whether it gives tokens to clients in their allowed networks only. If not, such clients are refused. */
  readonly networks: boolean;
  /** Whether it refuses an expired secret or key. If not, only the guard refuses the tokens. */
  readonly expiry: boolean;
  /** Whether an assertion may name any `kid`. If not, it must name the key's RFC 7638 thumbprint or none. */
  readonly foreignKid: boolean;
  /** Whether `scope` in a token request can narrow the permissions. If not, the provider refuses a `scope`. */
  readonly scopeNarrowing: boolean;
}
