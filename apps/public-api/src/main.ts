import { createHttpApp, publicSurface, runProgram } from '@governance/http';
import { AppModule } from './app.module';
import { readApiSettings } from './config';

runProgram('public-api', readApiSettings, async (settings, logger) => {
  const app = await createHttpApp({
    module: AppModule.forRoot(settings),
    surface: publicSurface,
    logger,
    trustProxy: settings.TRUST_PROXY,
  });
  await app.listen(settings.PORT);
  return app;
});
