import { createHttpApp } from '@governance/http';
import { programTimeLimits, runProgram } from '@governance/runtime';
import { AppModule } from './app.module';
import { readApiSettings } from './config';
import { servedSurface } from './served-surface';
import { StartChecks } from './start-checks';

runProgram('platform-api', readApiSettings, async (settings, logger) => {
  const surface = servedSurface(settings);
  const module = AppModule.forRoot(settings);
  const app = await createHttpApp({
    module,
    surface,
    logger,
    trustProxy: settings.TRUST_PROXY,
    timeLimits: programTimeLimits,
    corsOrigins: settings.CORS_ORIGINS,
    maxConcurrentRequests: settings.MAX_CONCURRENT_REQUESTS,
  });
  await app.get(StartChecks).run();
  await app.listen(settings.PORT);
  return app;
});
