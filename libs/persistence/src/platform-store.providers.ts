import {
  AuditTrail,
  CredentialHousekeeping,
  CredentialStore,
  InvitationHousekeeping,
  InvitationStore,
  ProfileStore,
  ServiceIdentityStore,
  StepUpPolicies,
  StepUpPolicyStore,
  TokenCutOffs,
} from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { type Provider } from '@nestjs/common';
import { PostgresAuditTrail } from './audit/postgres-audit-trail';
import { PostgresCredentialHousekeeping } from './credentials/postgres-credential-housekeeping';
import { PostgresCredentialStore } from './credentials/postgres-credential.store';
import { Database } from '@governance/postgres';
import { PostgresInvitationHousekeeping } from './invitations/postgres-invitation-housekeeping';
import { PostgresInvitationStore } from './invitations/postgres-invitation.store';
import { PostgresTokenCutOffs } from './members/postgres-token-cut-offs';
import { PostgresProfileStore } from './profiles/postgres-profile.store';
import { provideStore } from './provide-store';
import { PostgresServiceIdentityStore } from './service-identities/postgres-service-identity.store';
import { PostgresStepUpPolicies } from './step-up/postgres-step-up-policies';

/** The stores of the platform surface, for all importers of the persistence module. */
export const platformStorePorts = [
  AuditTrail,
  CredentialHousekeeping,
  CredentialStore,
  InvitationHousekeeping,
  InvitationStore,
  ProfileStore,
  ServiceIdentityStore,
  StepUpPolicies,
  StepUpPolicyStore,
  TokenCutOffs,
];

export interface PlatformStoreOptions {
  /** The quota of an organization. Default 1,000. */
  readonly credentialsPerOrganization?: number;
}

export function platformStoreProviders({ credentialsPerOrganization }: PlatformStoreOptions): Provider[] {
  return [
    provideStore(AuditTrail, PostgresAuditTrail),
    provideStore(CredentialHousekeeping, PostgresCredentialHousekeeping),
    {
      provide: CredentialStore,
      useFactory: (database: Database, keyring: Keyring) =>
        new PostgresCredentialStore(database, keyring, credentialsPerOrganization),
      inject: [Database, Keyring],
    },
    provideStore(InvitationHousekeeping, PostgresInvitationHousekeeping),
    provideStore(InvitationStore, PostgresInvitationStore),
    provideStore(ProfileStore, PostgresProfileStore),
    provideStore(ServiceIdentityStore, PostgresServiceIdentityStore),
    provideStore(StepUpPolicyStore, PostgresStepUpPolicies),
    provideStore(TokenCutOffs, PostgresTokenCutOffs),
    { provide: StepUpPolicies, useExisting: StepUpPolicyStore },
  ];
}
