import { IssuerChecks } from '@governance/auth-guards';
import { createHttpApp } from '@governance/http';
import { programTimeLimits, runProgram } from '@governance/runtime';
import { AppModule } from './app.module';
import { readApiSettings, tokenSettingsOf } from './config';
import { servedSurface } from './served-surface';

runProgram('public-api', readApiSettings, async (settings, logger) => {
  const accepted = tokenSettingsOf(settings);
  const app = await createHttpApp({
    module: AppModule.forRoot(settings),
    surface: servedSurface(settings),
    logger,
    trustProxy: settings.TRUST_PROXY,
    timeLimits: programTimeLimits,
    corsOrigins: settings.CORS_ORIGINS,
    maxConcurrentRequests: settings.MAX_CONCURRENT_REQUESTS,
  });
  if (accepted !== undefined) await app.get(IssuerChecks).run();
  await app.listen(settings.PORT);
  return app;
});
