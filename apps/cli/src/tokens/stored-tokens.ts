import { type UserTokens } from '@governance/client';

/** Where a workload finds the token of its platform again. */
export interface WorkloadPlace {
  /** Absent: where the platform has it. */
  readonly tokenFile?: string | undefined;
  /** The audience of the trust rule, if it is another one than the identity provider. */
  readonly audience?: string | undefined;
}

/** The tokens of a sign-in, as a store keeps them. */
export interface StoredTokens extends UserTokens {
  /** Of a workload: how to get others when they end. */
  readonly workload?: WorkloadPlace;
}

/** The text of stored tokens; undefined if it is none of ours, or does not say where the tokens came from. */
export function parseTokens(text: string): StoredTokens | undefined {
  try {
    const value = JSON.parse(text) as Partial<StoredTokens> | null;
    const { resource, issuer, clientId, tokenEndpoint } = value?.origin ?? {};
    const texts = [value?.accessToken, resource, issuer, clientId, tokenEndpoint];
    const isOurs =
      texts.every((member) => typeof member === 'string') && typeof value?.expiresAt === 'number';
    return isOurs ? (value as StoredTokens) : undefined;
  } catch {
    return undefined;
  }
}
