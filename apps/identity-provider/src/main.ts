import { listenAlso } from '@governance/http';
import { programTimeLimits, runProgram } from '@governance/runtime';
import { readServerSettings } from './config';
import { createIdentityProvider } from './create-identity-provider';

runProgram('identity-provider', readServerSettings, async (settings, logger) => {
  const app = await createIdentityProvider(settings, { logger, timeLimits: programTimeLimits });
  const { PORT: port, MANAGEMENT_API_PORT: managementApiPort } = settings;
  await app.listen(port);
  if (managementApiPort !== undefined) await listenAlso(app, managementApiPort);
  return app;
});
