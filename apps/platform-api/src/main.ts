import { createHttpApp } from '@governance/http';
import { runProgram } from '@governance/runtime';
import { AppModule } from './app.module';
import { readApiSettings } from './config';
import { servedSurface } from './served-surface';

runProgram('platform-api', readApiSettings, async (settings, logger) => {
  const surface = servedSurface(settings);
  const app = await createHttpApp({ module: AppModule.forRoot(settings), surface, logger });
  await app.listen(settings.PORT);
  return app;
});
