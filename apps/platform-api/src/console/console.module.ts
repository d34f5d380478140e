import { UnknownPage } from '@governance/http';
import { Global, Module } from '@nestjs/common';
import { ConsoleAuditController } from './audit/audit.controller';
import { ConsoleApi } from './console-api';
import { ConsoleCookies } from './console-cookies';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard } from './console.guard';
import { ConsoleIdentity } from './console-identity';
import { ConsoleAssets } from './console-assets';
import { ConsoleAssetsController } from './console-assets.controller';
import { ConsoleCampaignsController } from './campaigns/campaigns.controller';
import { ConsoleCampaigns } from './campaigns/console-campaigns.service';
import { ConsoleClientAttachController } from './clients/client-attach.controller';
import { ConsoleClientChangesController } from './clients/client-changes.controller';
import { ConsoleClientImportController } from './clients/client-import.controller';
import { ConsoleClients } from './clients/console-clients.service';
import { ConsoleClientsController } from './clients/clients.controller';
import { ConsoleConnectionChangesController } from './connections/connection-changes.controller';
import { ConsoleConnections } from './connections/console-connections.service';
import { ConsoleConnectionsController } from './connections/connections.controller';
import { ConsoleContinueController } from './continue.controller';
import { ConsoleGuideController } from './guide/guide.controller';
import { ConsolePages } from './console-pages';
import { ConsolePermissions } from './console-permissions';
import { ConsoleSessions } from './console-sessions';
import { ConsoleSignIn } from './console-sign-in';
import { ConsoleCredentialChangesController } from './credentials/credential-changes.controller';
import { ConsoleCredentials } from './credentials/console-credentials.service';
import { ConsoleCredentialsController } from './credentials/credentials.controller';
import { ConsoleDomains } from './domains/console-domains.service';
import { ConsoleDomainsController } from './domains/domains.controller';
import { ConsoleEntranceController } from './entrance.controller';
import { FormProof } from './form-proof';
import { ConsoleInvitationsController } from './invitations/invitations.controller';
import { MissingFactor } from './missing-factor';
import { ConsoleLists } from './console-list';
import { ConsoleMembersController } from './members/members.controller';
import { ConsolePortfolioController } from './portfolio/portfolio.controller';
import { ConsoleProfileController } from './profile/profile.controller';
import { AttachSignInFilter } from './results/attach-sign-in.filter';
import { ConsoleResultsController } from './results/results.controller';
import { ConsoleOverviewController } from './overview.controller';
import { OverviewService } from './overview.service';
import { PageAnswers } from './page-answers.interceptor';
import { PermissionSource } from './permission-source';
import { ConsoleServiceIdentitiesController } from './service-identities/service-identities.controller';
import { ConsoleSessionsController } from './sessions.controller';
import { ConsoleSignInController } from './sign-in.controller';
import { ConsoleUnknownPage } from './console-unknown-page';
import { SiteCookies } from './site-cookies';
import { StepUp } from './step-up';
import { ConsoleTrustRules } from './trust-rules/console-trust-rules.service';
import { ConsoleTrustRuleChangesController } from './trust-rules/trust-rule-changes.controller';
import { ConsoleTrustRulesController } from './trust-rules/trust-rules.controller';

/** The console for admins: pages that use the API of this surface as their signed-in person (ADR 56). */
@Global()
@Module({
  controllers: [
    ConsoleEntranceController,
    ConsoleSignInController,
    ConsoleContinueController,
    ConsoleOverviewController,
    ConsoleAssetsController,
    ConsoleSessionsController,
    ConsoleCredentialsController,
    ConsoleCredentialChangesController,
    ConsoleTrustRulesController,
    ConsoleTrustRuleChangesController,
    ConsoleInvitationsController,
    ConsoleConnectionsController,
    ConsoleConnectionChangesController,
    ConsoleDomainsController,
    ConsoleAuditController,
    ConsoleGuideController,
    ConsoleMembersController,
    ConsoleServiceIdentitiesController,
    ConsolePortfolioController,
    ConsoleProfileController,
    ConsoleResultsController,
    // Its paths with words come before those with an id.
    ConsoleClientImportController,
    ConsoleClientChangesController,
    ConsoleClientAttachController,
    ConsoleClientsController,
    ConsoleCampaignsController,
  ],
  providers: [
    AttachSignInFilter,
    ConsoleApi,
    ConsoleAssets,
    ConsoleCampaigns,
    ConsoleClients,
    ConsoleConnections,
    ConsoleCookies,
    ConsoleCredentials,
    ConsoleDomains,
    ConsoleErrorFilter,
    ConsoleGuard,
    ConsoleIdentity,
    ConsoleLists,
    ConsolePages,
    ConsolePermissions,
    ConsoleSessions,
    ConsoleSignIn,
    ConsoleTrustRules,
    FormProof,
    MissingFactor,
    OverviewService,
    PageAnswers,
    { provide: PermissionSource, useExisting: ConsoleApi },
    SiteCookies,
    StepUp,
    { provide: UnknownPage, useClass: ConsoleUnknownPage },
  ],
  exports: [UnknownPage],
})
export class ConsoleModule {}
