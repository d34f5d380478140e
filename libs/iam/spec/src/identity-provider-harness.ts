import { type IdentityProvider, type IssuerProfile, type KeyAlgorithm } from '../../src';
import { type Loss } from './faulty-wire';

/** A key pair as PEM: SPKI and PKCS#8. */
export interface KeyPair {
  readonly publicPem: string;
  readonly privatePem: string;
}

/** How a client authenticates in a token request. */
export type ClientProof = { readonly clientId: string } & (
  | { readonly secret: string }
  | {
      readonly privatePem: string;
      readonly algorithm: KeyAlgorithm;
      /** Of the assertion; absent: none. */
      readonly kid?: string;
    }
);

/** An adapter with its provider, or with a faithful double, for the contract. */
export interface IdentityProviderHarness {
  readonly provider: IdentityProvider;
  /** How the guard reads this provider's tokens. */
  readonly profile: IssuerProfile;
  /** Two organizations, known to the provider if it stores organizations. */
  readonly orgIds: readonly [string, string];
  /** More clients than fit on one page of the provider's list. */
  readonly manyClients: number;

  /** Loses one call of the adapter to the provider, after the given number of other calls. */
  loseOne(loss: Loss, callsBefore: number): void;
  /** Lets every call pass again. Returns whether the call to be lost was made. */
  repair(): boolean;

  /** Sets the provider's clock; undefined: the clock of this machine. */
  setTime(now: Date | undefined): void;

  /** The claims of the token that a client gets with this proof; undefined when it is refused. */
  requestToken(proof: ClientProof): Promise<Readonly<Record<string, unknown>> | undefined>;

  close(): Promise<void>;
}
