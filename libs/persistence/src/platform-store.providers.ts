import {
  CampaignMails,
  CampaignStore,
  DeclaredNames,
  OrgClientStore,
  OrgResultStore,
  PortfolioStore,
  ReviewPackStore,
} from '@governance/assessments';
import {
  AuditEventStore,
  AuditHousekeeping,
  AuditTrail,
  AuditTrees,
  ConsoleSessionStore,
  CredentialHousekeeping,
  CredentialPolicyStore,
  CredentialStore,
  ExpiryNotices,
  InvitationHousekeeping,
  InvitationStore,
  ProfileStore,
  ProviderChangeStore,
  ServiceIdentityStore,
  SiteSessions,
  StepUpPolicies,
  StepUpPolicyStore,
  TokenCutOffs,
  TreeHeads,
  TrustRuleStore,
} from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { type Provider } from '@nestjs/common';
import { PostgresAuditEventStore } from './audit/postgres-audit-event.store';
import { PostgresAuditHousekeeping } from './audit/postgres-audit-housekeeping';
import { PostgresAuditTrail } from './audit/postgres-audit-trail';
import { PostgresAuditTrees } from './audit/postgres-audit-trees';
import { PostgresTreeHeads } from './audit/postgres-tree-heads';
import { PostgresDeclaredNames } from './clients/postgres-declared-names';
import { PostgresCampaignMails } from './campaigns/postgres-campaign-mails';
import { PostgresCampaignStore } from './campaigns/postgres-campaign.store';
import { PostgresOrgClientStore } from './clients/postgres-org-client.store';
import { PostgresConsoleSessionStore } from './console/postgres-console-session.store';
import { PostgresSiteSessions } from './console/postgres-site-sessions';
import { recordFirstIssuer } from './credentials/first-issuer';
import { PostgresCredentialHousekeeping } from './credentials/postgres-credential-housekeeping';
import { PostgresCredentialPolicies } from './credentials/postgres-credential-policies';
import { PostgresCredentialStore } from './credentials/postgres-credential.store';
import { Database, ReadReplica } from '@governance/postgres';
import { PostgresExpiryNotices } from './expiry/postgres-expiry-notices';
import { PostgresInvitationHousekeeping } from './invitations/postgres-invitation-housekeeping';
import { PostgresInvitationStore } from './invitations/postgres-invitation.store';
import { PostgresTokenCutOffs } from './members/postgres-token-cut-offs';
import { PostgresPortfolioStore } from './portfolio/postgres-portfolio.store';
import { PostgresProfileStore } from './profiles/postgres-profile.store';
import { PostgresProviderChangeStore } from './provider-changes/postgres-provider-change.store';
import { provideStore } from './provide-store';
import { PostgresOrgResultStore } from './org-results/postgres-org-result.store';
import { PostgresReviewPackStore } from './review-packs/postgres-review-pack.store';
import { PostgresServiceIdentityStore } from './service-identities/postgres-service-identity.store';
import { PostgresStepUpPolicies } from './step-up/postgres-step-up-policies';
import { PostgresTrustRuleStore } from './trust-rules/postgres-trust-rule.store';

/** The stores of the platform surface, for all importers of the persistence module. */
export const platformStorePorts = [
  AuditEventStore,
  AuditHousekeeping,
  AuditTrail,
  AuditTrees,
  CampaignMails,
  CampaignStore,
  ConsoleSessionStore,
  CredentialHousekeeping,
  CredentialPolicyStore,
  CredentialStore,
  DeclaredNames,
  ExpiryNotices,
  InvitationHousekeeping,
  InvitationStore,
  OrgClientStore,
  OrgResultStore,
  PortfolioStore,
  ProfileStore,
  ProviderChangeStore,
  ReviewPackStore,
  ServiceIdentityStore,
  SiteSessions,
  StepUpPolicies,
  StepUpPolicyStore,
  TokenCutOffs,
  TreeHeads,
  TrustRuleStore,
];

export interface PlatformStoreOptions {
  /** The quota of an organization. Default 1,000. */
  readonly credentialsPerOrganization?: number;
  /** The number of clients that an organization may have. Default 10,000. */
  readonly clientsPerOrganization?: number;
  /** The number of results that an organization may attach. Default 100,000. */
  readonly resultsPerOrganization?: number;
  /** The exact `iss` of the identity provider that the program manages, if it changes credentials. */
  readonly managedIssuer?: string;
}

const storesWithoutOptions: readonly Provider[] = [
  provideStore(AuditHousekeeping, PostgresAuditHousekeeping),
  provideStore(AuditTrail, PostgresAuditTrail),
  provideStore(AuditTrees, PostgresAuditTrees),
  provideStore(CampaignMails, PostgresCampaignMails),
  provideStore(CampaignStore, PostgresCampaignStore),
  provideStore(ConsoleSessionStore, PostgresConsoleSessionStore),
  provideStore(CredentialHousekeeping, PostgresCredentialHousekeeping),
  provideStore(CredentialPolicyStore, PostgresCredentialPolicies),
  provideStore(DeclaredNames, PostgresDeclaredNames),
  provideStore(ExpiryNotices, PostgresExpiryNotices),
  provideStore(InvitationHousekeeping, PostgresInvitationHousekeeping),
  provideStore(InvitationStore, PostgresInvitationStore),
  provideStore(PortfolioStore, PostgresPortfolioStore),
  provideStore(ProfileStore, PostgresProfileStore),
  provideStore(ProviderChangeStore, PostgresProviderChangeStore),
  provideStore(ReviewPackStore, PostgresReviewPackStore),
  provideStore(ServiceIdentityStore, PostgresServiceIdentityStore),
  provideStore(SiteSessions, PostgresSiteSessions),
  provideStore(StepUpPolicyStore, PostgresStepUpPolicies),
  provideStore(TokenCutOffs, PostgresTokenCutOffs),
  provideStore(TreeHeads, PostgresTreeHeads),
  provideStore(TrustRuleStore, PostgresTrustRuleStore),
];

export function platformStoreProviders({
  credentialsPerOrganization,
  clientsPerOrganization,
  resultsPerOrganization,
  managedIssuer,
}: PlatformStoreOptions): Provider[] {
  return [
    ...storesWithoutOptions,
    {
      provide: AuditEventStore,
      useFactory: (database: Database, replica?: ReadReplica) =>
        new PostgresAuditEventStore(database, replica),
      inject: [Database, ReadReplica],
    },
    {
      provide: CredentialStore,
      useFactory: async (database: Database, keyring: Keyring) => {
        if (managedIssuer !== undefined) await recordFirstIssuer(database, managedIssuer);
        return new PostgresCredentialStore(database, keyring, credentialsPerOrganization);
      },
      inject: [Database, Keyring],
    },
    provideStore(OrgClientStore, PostgresOrgClientStore, clientsPerOrganization),
    provideStore(OrgResultStore, PostgresOrgResultStore, {
      results: resultsPerOrganization,
      clients: clientsPerOrganization,
    }),
    { provide: StepUpPolicies, useExisting: StepUpPolicyStore },
  ];
}
