import { type HttpAnswer, type OpenApiContract, whileHeld } from '@governance/testing';
import { type CredentialsApp } from '../support/credentials-app';
import { startPlatformApp } from '../support/platform-app';

/** Every request but probes, while one that waits for the database takes the only place. */
export async function requestWhileFull(
  app: CredentialsApp,
  { contract, path: waiting }: { readonly contract: OpenApiContract; readonly path: string },
): Promise<void> {
  const full = await startPlatformApp({ beside: app, settings: { MAX_CONCURRENT_REQUESTS: 1 } });
  const requests = contract.requests.filter((each) => !each.path.startsWith('/health'));
  const held = (): Promise<HttpAnswer> => full.call(waiting);
  const answers = new Map<(typeof requests)[number], HttpAnswer>();
  // Sent at once: the held request ends with the timeout of its statement.
  await whileHeld({ databaseUrl: app.databaseUrl, request: held }, async () => {
    await Promise.all(
      requests.map(async (request) => {
        answers.set(request, await full.call(request.path, { method: request.method }));
      }),
    );
  });
  for (const [request, answer] of answers) {
    expect(await contract.differences(request, answer)).toEqual([]);
    expect(answer.status).toBe(503);
  }
  await full.close();
}
