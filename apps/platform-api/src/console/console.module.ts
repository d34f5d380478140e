import { Module } from '@nestjs/common';
import { ConsoleApi } from './console-api';
import { ConsoleCookies } from './console-cookies';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard } from './console.guard';
import { ConsoleIdentity } from './console-identity';
import { ConsoleAssets } from './console-assets';
import { ConsolePages } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { FormProof } from './form-proof';
import { ConsoleOverviewController } from './overview.controller';
import { OverviewService } from './overview.service';
import { ConsoleSessionsController } from './sessions.controller';
import { ConsoleSignInController } from './sign-in.controller';

/** The console for admins: pages that use the API of this surface as their signed-in person (ADR 56). */
@Module({
  controllers: [ConsoleSignInController, ConsoleOverviewController, ConsoleSessionsController],
  providers: [
    ConsoleApi,
    ConsoleAssets,
    ConsoleCookies,
    ConsoleErrorFilter,
    ConsoleGuard,
    ConsoleIdentity,
    ConsolePages,
    ConsoleSessions,
    FormProof,
    OverviewService,
  ],
})
export class ConsoleModule {}
