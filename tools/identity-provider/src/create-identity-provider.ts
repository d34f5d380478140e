import { createHttpApp, type HttpAppOptions } from '@governance/http';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { AppModule } from './app.module';
import { type ServerSettings } from './config';
import { identitySurface } from './identity-surface';
import { managementRoot } from './management/management-routes.decorator';
import { requireManagementToken } from './management/management-token';
import { LiveProvider } from './oauth/live-provider';
import { routeOAuth } from './oauth/oauth-routes';

/** The HTTP process of the provider, not yet listening. */
export async function createIdentityProvider(
  settings: ServerSettings,
  logger: HttpAppOptions['logger'],
): Promise<NestExpressApplication> {
  const app = await createHttpApp({ module: AppModule.forRoot(settings), surface: identitySurface, logger });
  app.use(`/${managementRoot}`, requireManagementToken(settings.MANAGEMENT_TOKEN));
  const server: Express = app.getHttpAdapter().getInstance();
  routeOAuth(server, app.get(LiveProvider), settings.ISSUER);
  return app;
}
