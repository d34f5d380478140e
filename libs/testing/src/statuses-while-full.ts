import { type HttpAnswer } from './call-http';
import { type OpenApiContract } from './openapi-contract';
import { whileHeld } from './while-held';

interface FullProcess {
  readonly contract: OpenApiContract;
  readonly databaseUrl: string;
  /** Waits for the database and takes the only place. */
  readonly held: () => Promise<HttpAnswer>;
  readonly send: (path: string, init: { readonly method: string }) => Promise<HttpAnswer>;
}

/** The status of each documented request that may be refused, to a process without a free place. Each answer must match the document. */
export async function statusesWhileFull({
  contract,
  databaseUrl,
  held,
  send,
}: FullProcess): Promise<readonly number[]> {
  const requests = contract.requests.filter(({ path }) => !/^\/(?:health|api\/me)/.test(path));
  const exchanges: { request: (typeof requests)[number]; answer: HttpAnswer }[] = [];
  // Sent at once: the held request ends with the timeout of its statement.
  await whileHeld({ databaseUrl, request: held }, async () => {
    const sent = requests.map(async (request) => ({
      request,
      answer: await send(request.path, { method: request.method }),
    }));
    exchanges.push(...(await Promise.all(sent)));
  });
  for (const { request, answer } of exchanges) {
    const differences = await contract.differences(request, answer);
    if (differences.length > 0)
      throw new Error(`${request.method} ${request.path}: ${differences.join('; ')}`);
  }
  return exchanges.map(({ answer }) => answer.status);
}
