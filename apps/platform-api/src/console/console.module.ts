import { Module } from '@nestjs/common';
import { ConsoleAuditController } from './audit/audit.controller';
import { ConsoleAudit } from './audit/console-audit.service';
import { ConsoleApi } from './console-api';
import { ConsoleCookies } from './console-cookies';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard } from './console.guard';
import { ConsoleIdentity } from './console-identity';
import { ConsoleAssets } from './console-assets';
import { ConsoleContinueController } from './continue.controller';
import { ConsolePages } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { ConsoleSignIn } from './console-sign-in';
import { ConsoleCredentialChangesController } from './credentials/credential-changes.controller';
import { ConsoleCredentials } from './credentials/console-credentials.service';
import { CredentialPages } from './credentials/credential-pages';
import { ConsoleCredentialsController } from './credentials/credentials.controller';
import { FormProof } from './form-proof';
import { ConsoleInvitations } from './invitations/console-invitations.service';
import { ConsoleInvitationsController } from './invitations/invitations.controller';
import { ConsoleMembers } from './members/console-members.service';
import { ConsoleMembersController } from './members/members.controller';
import { ConsoleProfileController } from './profile/profile.controller';
import { AttachSignInFilter } from './results/attach-sign-in.filter';
import { ConsoleResults } from './results/console-results.service';
import { ConsoleResultChangesController } from './results/result-changes.controller';
import { ConsoleResultsController } from './results/results.controller';
import { ConsoleOverviewController } from './overview.controller';
import { OverviewService } from './overview.service';
import { ConsoleSessionsController } from './sessions.controller';
import { ConsoleSignInController } from './sign-in.controller';
import { StepUp } from './step-up';

/** The console for admins: pages that use the API of this surface as their signed-in person (ADR 56). */
@Module({
  controllers: [
    ConsoleSignInController,
    ConsoleContinueController,
    ConsoleOverviewController,
    ConsoleSessionsController,
    ConsoleCredentialsController,
    ConsoleCredentialChangesController,
    ConsoleInvitationsController,
    ConsoleAuditController,
    ConsoleMembersController,
    ConsoleProfileController,
    // Before the other, whose path of one result would match `attach`.
    ConsoleResultChangesController,
    ConsoleResultsController,
  ],
  providers: [
    AttachSignInFilter,
    ConsoleApi,
    ConsoleAssets,
    ConsoleAudit,
    ConsoleCookies,
    ConsoleCredentials,
    CredentialPages,
    ConsoleErrorFilter,
    ConsoleGuard,
    ConsoleIdentity,
    ConsoleInvitations,
    ConsoleMembers,
    ConsolePages,
    ConsoleResults,
    ConsoleSessions,
    ConsoleSignIn,
    FormProof,
    OverviewService,
    StepUp,
  ],
})
export class ConsoleModule {}
