export { ApiError, StepUpRequiredError } from './api-error';
export { CertificateNotValidError } from './certificate-not-valid-error';
export { ConnectionError } from './connection-error';
export { ClientCredentials, type ClientCredentialsOptions } from './auth/client-credentials';
export {
  type CodeSignInOptions,
  CodeSignIn,
  type PendingSignIn,
  type SignedIn,
  type SignInRequest,
} from './auth/code-sign-in';
export { type DevicePrompt, type DeviceSignInOptions, signInByDevice } from './auth/sign-in-by-device';
export { type ResourceMetadata, resourceMetadata } from './auth/resource-metadata';
export { SignInError } from './auth/sign-in-error';
export { staticToken, type TokenSource } from './auth/token-source';
export { type BoundTokens, isFresh, type TokenOrigin, type Tokens, type UserTokens } from './auth/tokens';
export { UserSession, type UserSessionOptions } from './auth/user-session';
export type { components as PlatformTypes, operations as PlatformOperations } from './generated/platform-api';
export type { components as PublicTypes, operations as PublicOperations } from './generated/public-api';
export { type RequestOptions } from './http/api-types';
export { type StepUpChallenge } from './http/authorized-sender';
export { networkReason } from './http/network-reason';
export { isProtected, isSameUrl } from './http/protected-url';
export { apiVersion, PlatformClient, type PlatformClientOptions } from './platform-client';
export { PublicClient, type PublicClientOptions } from './public-client';
export type { NotValid, Valid, ValidCertificate, Verification } from './verdict';
export { AssertionRefusedError } from './workload/assertion-refused-error';
export { type AssertionSource, type Variables } from './workload/assertion-source';
export { fileAssertions, type ReadText } from './workload/file-assertions';
export {
  findWorkload,
  projectedTokenFile,
  type Workload,
  type WorkloadSurroundings,
} from './workload/find-workload';
export { githubAssertions } from './workload/github-assertions';
export { variableAssertions } from './workload/variable-assertions';
export { WorkloadSession, type WorkloadSessionOptions } from './workload/workload-session';
