import { type OpenApiContract, statusesWhileFull } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { startPlatformApp } from '../support/platform-app';

/** Every request but probes, while one that waits for the database takes the only place. */
export async function requestWhileFull(
  app: CredentialsApp,
  { contract, path: waiting }: { readonly contract: OpenApiContract; readonly path: string },
): Promise<void> {
  const full = await startPlatformApp({ beside: app, settings: { MAX_CONCURRENT_REQUESTS: 1 } });
  const { databaseUrl } = app;
  const held = () => full.call(waiting);
  const statuses = await statusesWhileFull({ contract, databaseUrl, held, send: full.call.bind(full) });
  expect(new Set(statuses)).toEqual(new Set([503]));
  await full.close();
}
