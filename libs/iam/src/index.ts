export * from './audit/audit-event';
export * from './audit/audit-event-store.port';
export * from './audit/audit-filter';
export * from './audit/audit-housekeeping.port';
export * from './audit/audit-trail.port';
export * from './audit/tree/audit-leaf';
export * from './audit/tree/audit-proof';
export * from './audit/tree/audit-proof-line';
export * from './audit/tree/audit-tree.port';
export * from './audit/tree/head-memory.port';
export * from './audit/tree/tree-head';
export { apiScopes } from './caller/api-scopes';
export * from './caller/caller';
export { ClaimPath } from './caller/claim-path';
export { ClaimReader } from './caller/claim-reader';
export type { Claims } from './caller/claims';
export { ClaimsRefused } from './caller/claims-refused';
export * from './caller/claims-to-caller';
export * from './caller/issuer-profile';
export * from './caller/org-viewer';
export * from './caller/permission';
export * from './caller/permission-offers';
export * from './caller/role';
export * from './connections/connection-directory.port';
export * from './connections/connection-members';
export {
  connectionProblems,
  connectionProblemText,
  type ConnectionProblem,
  type FetchProblem,
} from './connections/connection-problem';
export * from './connections/connection-rules';
export { isIssuer } from './connections/issuer';
export * from './connections/upstream-second-factor';
export * from './console/console-session';
export * from './console/console-session-store.port';
export * from './console/site-sessions.port';
export {
  areWithinNetworks,
  canonicalNetwork,
  checkAllowedNetworks,
  isInNetworks,
  mostNetworks,
} from './credentials/allowed-networks';
export * from './credentials/change-runner';
export * from './credentials/credential';
export * from './credentials/credential-description';
export * from './credentials/credential-filter';
export * from './credentials/credential-housekeeping.port';
export * from './credentials/credential-policy-store.port';
export * from './credentials/credential-reconciler';
export * from './credentials/credential-rules';
export * from './credentials/credential-store.port';
export * from './credentials/inherited-limits';
export * from './credentials/intent';
export * from './credentials/next-step';
export * from './credentials/orphan';
export * from './credentials/secret-format';
export * from './domains/domain-directory.port';
export { checkDomainName } from './domains/domain-name';
export * from './domains/domain-record';
export {
  type MissingRecord,
  type ProofAfterAnswer,
  proofAfterAnswer,
  type RecordAnswer,
} from './domains/proof-after-answer';
export * from './domains/txt-resolver.port';
export * from './expiry/expiry-notices.port';
export * from './invitations/invitation';
export * from './invitations/invitation-gateway.port';
export * from './invitations/invitation-housekeeping.port';
export * from './invitations/invitation-rules';
export * from './invitations/invitation-store.port';
export { type AcceptedKey, type KeyAlgorithm, keyAlgorithms, type PublicJwk } from './keys/accepted-key';
export { KeyRefused } from './keys/key-refused';
export { publicKeyOf } from './keys/public-key-of';
export { isKnownWeak } from './keys/rsa-modulus';
export type * from './list-page';
export * from './members/all-members';
export * from './members/member-directory.port';
export * from './members/member-id';
export * from './members/token-cut-off';
export * from './members/token-cut-offs.port';
export * from './organizations/organization-directory.port';
export * from './organizations/organization-rules';
export * from './profile/profile';
export * from './profile/profile-rules';
export * from './profile/profile-store.port';
export * from './provider/identity-provider.port';
export * from './provider/provider-identity.port';
export type { ProviderCapabilities } from './provider/provider-capabilities';
export * from './provider-changes/provider-change';
export * from './provider-changes/provider-change-reconciler';
export * from './provider-changes/provider-change-settler';
export * from './provider-changes/provider-change-store.port';
export type { UserDirectories } from './provider-changes/user-change-outcomes';
export * from './service-identities/service-identity-store.port';
export * from './step-up/operation';
export * from './step-up/second-factor-windows.port';
export * from './step-up/step-up';
export * from './step-up/step-up-policies.port';
export { type ClaimNames, conditionName } from './trust-rules/claim-names';
export { claimsOfText } from './trust-rules/claims-text';
export * from './trust-rules/trust-preset';
export * from './trust-rules/trust-rule';
export * from './trust-rules/trust-rule-rules';
export * from './trust-rules/trust-rule-changes';
export * from './trust-rules/trust-rule-directory.port';
export { TrustRuleRefused } from './trust-rules/trust-rule-refused';
export * from './trust-rules/trust-rule-store.port';
export * from './trust-rules/trust-verdict';
export { checkKeySet, type TrustedKeySet } from './trust-rules/trusted-key-set';
export { parseRfc3339 } from './rfc3339';
