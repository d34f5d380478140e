import { programTimeLimits, runProgram } from '@governance/runtime';
import { readServerSettings } from './config';
import { createIdentityProvider } from './create-identity-provider';

runProgram('identity-provider', readServerSettings, async (settings, logger) => {
  const app = await createIdentityProvider(settings, { logger, timeLimits: programTimeLimits });
  await app.listen(settings.PORT);
  return app;
});
