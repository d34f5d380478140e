import { createHttpApp, platformSurface, runProgram } from '@governance/http';
import { AppModule } from './app.module';
import { readApiSettings } from './config';

runProgram('platform-api', readApiSettings, async (settings, logger) => {
  const app = await createHttpApp({ module: AppModule.forRoot(settings), surface: platformSurface, logger });
  await app.listen(settings.PORT);
  return app;
});
