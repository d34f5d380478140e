import { Clock } from '@governance/assessments';
import { AuthGuardsModule } from '@governance/auth-guards';
import { HealthModule, ManagementModule, OpenApiModule, SystemClock } from '@governance/http';
import { DatabaseProbe, PersistenceModule } from '@governance/persistence';
import { VerificationModule } from '@governance/verification';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type ApiSettings, tokenSettingsOf } from './config';
import { platformApi } from './open-api';

/** The HTTP process of the platform surface. */
@Global()
@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot({ databaseUrl: settings.DATABASE_URL, keyringFile: settings.KEYRING_FILE }),
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
        AuthGuardsModule.forRoot(tokenSettingsOf(settings)),
        HealthModule.forRoot({ environment: settings.ENVIRONMENT }),
        // spec 4.1, rule 1: served on the platform host, in every environment.
        VerificationModule.forRoot({ publicBaseUrl: settings.PUBLIC_BASE_URL }),
        OpenApiModule.forRoot(platformApi),
      ],
      providers: [{ provide: Clock, useClass: SystemClock }],
      exports: [Clock],
    };
  }
}
