import { type HttpAnswer, type OpenApiContract, whileHeld } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { startPlatformApp } from '../support/platform-app';

/** Every request but probes, while one that waits for the database takes the only place. */
export async function requestWhileFull(
  app: CredentialsApp,
  { contract, path: waiting }: { readonly contract: OpenApiContract; readonly path: string },
): Promise<void> {
  const full = await startPlatformApp({ beside: app, settings: { MAX_CONCURRENT_REQUESTS: 1 } });
  const held = (): Promise<HttpAnswer> => full.call(waiting);
  await whileHeld({ databaseUrl: app.databaseUrl, request: held }, async () => {
    for (const { method, path } of contract.requests.filter((each) => !each.path.startsWith('/health'))) {
      const answer = await full.call(path, { method });
      expect(await contract.differences({ method, path }, answer)).toEqual([]);
      expect(answer.status).toBe(503);
    }
  });
  await full.close();
}
