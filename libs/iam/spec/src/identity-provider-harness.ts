import { type IdentityProvider, type IssuerProfile, type KeyAlgorithm } from '../../src';
import { type Loss } from './faulty-wire';

/** A key pair as PEM: SPKI and PKCS#8. */
export interface KeyPair {
  readonly publicPem: string;
  readonly privatePem: string;
}

/** How a client asks for a token. */
export type ClientProof = { readonly clientId: string } & (
  { readonly secret: string } | { readonly privatePem: string; readonly algorithm: KeyAlgorithm }
);

/** An adapter with the provider behind it, or its honest double, as the contract needs them. */
export interface IdentityProviderHarness {
  readonly provider: IdentityProvider;
  /** How the guard would read this provider's tokens. */
  readonly profile: IssuerProfile;
  /** Two organizations that the provider knows, where it has to know them. */
  readonly orgIds: readonly [string, string];
  /** More clients than the provider lists at once. */
  readonly manyClients: number;

  /** Loses one of the calls that the adapter makes to the provider, after the given number of others. */
  loseOne(loss: Loss, callsBefore: number): void;
  /** Lets every call pass again, and tells whether the one to be lost has been made. */
  repair(): boolean;

  /** The claims of the token that the provider gives to a client with this proof; undefined when it refuses. */
  requestToken(proof: ClientProof): Promise<Readonly<Record<string, unknown>> | undefined>;

  close(): Promise<void>;
}
