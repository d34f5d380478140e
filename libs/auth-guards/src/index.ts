export {
  type Access,
  accessKey,
  Authenticated,
  type CallerRequirements,
  Public,
  RequireManagementToken,
  RequirePermission,
} from './access';
export { AccessGuard } from './access.guard';
export { type AccessRefusal, accessRefusals } from './access-refusals';
export { AuthGuardsModule } from './auth-guards.module';
export {
  ActiveCredentials,
  type CredentialStanding,
  type MachineCall,
} from './caller/active-credentials.port';
export { CurrentCaller, CurrentOrgCaller, type OrgCaller, PossibleCaller } from './caller/caller.decorator';
export { type ClaimRead, claimsRead } from './examination/claims-read';
export { type TokenExamination, TokenExaminer, type Verdict } from './examination/token-examiner';
export { type RefusalDescription } from './refusal-log';
export { IdentifyCaller } from './caller/identify-caller.guard';
export { RecordedCredentials } from './caller/recorded-credentials';
export { SessionEndIntake } from './caller/session-end-intake.port';
export { acceptedIssuersOf } from './caller/accepted-issuers';
export { type AcceptedIssuer, TokenSettings } from './caller/token-settings';
export { IssuerChecks } from './keys/issuer-checks';
export { TokenVerifierUnavailable } from './keys/token-verifier-unavailable';
export { ManagementToken } from './management-token.port';
export { invalidToken, missingManagementToken } from './refusals';
export { SecondFactorCheck } from './second-factor-check';
export { kindKey, operationKey, StepUp } from './step-up.decorator';
export { type JsonStructure, jsonStructureOf } from './tokens/json-structure';
