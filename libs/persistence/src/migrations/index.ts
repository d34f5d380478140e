import { SurveyResults1763600000000 } from './1763600000000-survey-results';
import { AbuseAndErasure1763700000000 } from './1763700000000-abuse-and-erasure';
import { MachineCredentials1763900000000 } from './1763900000000-machine-credentials';
import { Certificates1764000000000 } from './1764000000000-certificates';
import { BlockedAddresses1764100000000 } from './1764100000000-blocked-addresses';
import { Profiles1764200000000 } from './1764200000000-profiles';
import { Invitations1764300000000 } from './1764300000000-invitations';
import { InvitationLanes1764410000000 } from './1764410000000-invitation-lanes';
import { TokenCutOffs1764440000000 } from './1764440000000-token-cut-offs';
import { ProgramRoles1764500000000 } from './1764500000000-program-roles';
import { InvitationList1764520000000 } from './1764520000000-invitation-list';
import { NamedServiceIdentities1764600000000 } from './1764600000000-named-service-identities';
import { AuditEvents1764630000000 } from './1764630000000-audit-events';
import { AuditTrees1764640000000 } from './1764640000000-audit-trees';
import { OverlappingSecrets1764700000001 } from './1764700000001-overlapping-secrets';
import { AllowedNetworks1764700000002 } from './1764700000002-allowed-networks';
import { ExpiryNotices1764700100001 } from './1764700100001-expiry-notices';
import { ProviderChanges1764820000000 } from './1764820000000-provider-changes';
import { SecondFactorWindows1764830000000 } from './1764830000000-second-factor-windows';
import { CertificateDocuments1764870000000 } from './1764870000000-certificate-documents';
import { CredentialIssuers1795435200000 } from './1795435200000-credential-issuers';
import { SystemActors1795438800001 } from './1795438800001-system-actors';
import { OrganizationNames1795525200000 } from './1795525200000-organization-names';
import { CertificateDomains1795525200001 } from './1795525200001-certificate-domains';
import { RenewalReminders1795611600000 } from './1795611600000-renewal-reminders';
import { Evidence1795612000000 } from './1795612000000-evidence';
import { ConsoleSessions1795700000000 } from './1795700000000-console-sessions';
import { OrgResults1795800000000 } from './1795800000000-org-results';
import { ConsoleKeptForms1795810000000 } from './1795810000000-console-kept-forms';
import { SiteSessions1795820000000 } from './1795820000000-site-sessions';
import { SealedAuditEvents1795900000000 } from './1795900000000-sealed-audit-events';
import { LimitsOfChildren1795920000000 } from './1795920000000-limits-of-children';
import { GrowthIndexes1795990000000 } from './1795990000000-growth-indexes';
import { AuditTrailBound1795990000001 } from './1795990000001-audit-trail-bound';
import { AuditMonths1795990000002 } from './1795990000002-audit-months';
import { Jobs1795990000003 } from './1795990000003-jobs';
import { EventsOutsideMonths1795990000004 } from './1795990000004-events-outside-months';
import { Traceparents1795990000005 } from './1795990000005-traceparents';
import { DueWork1795990000006 } from './1795990000006-due-work';
import { TrustRules1795990000008 } from './1795990000008-trust-rules';
import { AuditTreeTiles1795990000009 } from './1795990000009-audit-tree-tiles';
import { CredentialPolicies1795990000010 } from './1795990000010-credential-policies';
import { CertificateLog1795990000011 } from './1795990000011-certificate-log';
import { OrgClients1795990000012 } from './1795990000012-org-clients';
import { SubmissionMacs1795990000013 } from './1795990000013-submission-macs';
import { Campaigns1795990000016 } from './1795990000016-campaigns';
import { CampaignMailIndexes1795990000017 } from './1795990000017-campaign-mail-indexes';
import { ClientManagers1795990000018 } from './1795990000018-client-managers';
import { MembersOfClients1795990000019 } from './1795990000019-members-of-clients';
import { ResultsOfClients1795990000020 } from './1795990000020-results-of-clients';
import { ResultsOfViewers1795990000024 } from './1795990000024-results-of-viewers';
import { AnswerLevels1795990000025 } from './1795990000025-answer-levels';
import { ReviewPacks1795990000026 } from './1795990000026-review-packs';
import { ClientIndexes1795990000027 } from './1795990000027-client-indexes';

/** In the order in which they were released. Landed migrations never change. */
export const migrations = [
  SurveyResults1763600000000,
  AbuseAndErasure1763700000000,
  MachineCredentials1763900000000,
  Certificates1764000000000,
  BlockedAddresses1764100000000,
  Profiles1764200000000,
  Invitations1764300000000,
  InvitationLanes1764410000000,
  TokenCutOffs1764440000000,
  ProgramRoles1764500000000,
  InvitationList1764520000000,
  NamedServiceIdentities1764600000000,
  AuditEvents1764630000000,
  AuditTrees1764640000000,
  OverlappingSecrets1764700000001,
  AllowedNetworks1764700000002,
  ExpiryNotices1764700100001,
  ProviderChanges1764820000000,
  SecondFactorWindows1764830000000,
  CertificateDocuments1764870000000,
  CredentialIssuers1795435200000,
  SystemActors1795438800001,
  OrganizationNames1795525200000,
  CertificateDomains1795525200001,
  RenewalReminders1795611600000,
  Evidence1795612000000,
  ConsoleSessions1795700000000,
  OrgResults1795800000000,
  ConsoleKeptForms1795810000000,
  SiteSessions1795820000000,
  SealedAuditEvents1795900000000,
  LimitsOfChildren1795920000000,
  GrowthIndexes1795990000000,
  AuditTrailBound1795990000001,
  AuditMonths1795990000002,
  Jobs1795990000003,
  EventsOutsideMonths1795990000004,
  Traceparents1795990000005,
  DueWork1795990000006,
  TrustRules1795990000008,
  AuditTreeTiles1795990000009,
  CredentialPolicies1795990000010,
  CertificateLog1795990000011,
  OrgClients1795990000012,
  SubmissionMacs1795990000013,
  Campaigns1795990000016,
  CampaignMailIndexes1795990000017,
  ClientManagers1795990000018,
  MembersOfClients1795990000019,
  ResultsOfClients1795990000020,
  ResultsOfViewers1795990000024,
  AnswerLevels1795990000025,
  ReviewPacks1795990000026,
  ClientIndexes1795990000027,
];
