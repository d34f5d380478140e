import { type ClaimNames } from './claim-names';
import { type TrustPreset } from './trust-preset';

/** The claim is a text, and equals one of these. */
export interface ClaimCondition {
  readonly claim: ClaimNames;
  readonly oneOf: readonly string[];
}

/**
 * The assertions of a workload's own platform that get a token (RFC 7523, 2.1). Every text is compared as it is: no prefix, pattern
 * or normalization.
 */
export interface TrustRule {
  readonly preset: TrustPreset;
  /** As in the claim `iss`. */
  readonly issuer: string;
  /** The only audience of the assertion. */
  readonly audience: string;
  /** Undefined: the claims of the preset identify the workload. */
  readonly subject: string | undefined;
  readonly conditions: readonly ClaimCondition[];
  /** Whether each assertion gets one token. */
  readonly singleUse: boolean;
  /** In canonical form; undefined: no restriction. */
  readonly allowedNetworks: readonly string[] | undefined;
  /** Undefined: the rule does not end. */
  readonly expiresAt: Date | undefined;
}
