import fc from 'fast-check';
import { type HttpAnswer } from './call-http';
import { type DocumentedRequest, DocumentedRequests } from './documented-requests';
import { OpenApiContract } from './openapi-contract';

/** What requests made from a document get. */
export interface DocumentedExchange {
  /** As parsed from JSON. */
  readonly document: object;
  readonly numRuns: number;
  readonly send: (request: DocumentedRequest) => Promise<HttpAnswer>;
  /** Called from time to time, so that limits do not refuse all later requests. */
  readonly resetLimits: () => Promise<unknown>;
}

/** How the requests were answered. */
export interface DocumentedAnswers {
  readonly statuses: ReadonlyMap<number, number>;
  /** Each kind of difference from the document, with one request that shows it. */
  readonly differences: ReadonlyMap<string, string>;
  /** The operations of the document to which no request was sent. */
  readonly unsent: readonly string[];
}

/** Ids in responses: UUIDs, also with a prefix, and what follows `/results/`. */
const ids = /(?:[a-z]{2,5}_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?<=\/results\/)[\w-]{48}/g;
const mostIds = 40;
const requestsPerReset = 25;

/** Sends requests made from an OpenAPI document. The ids in responses are used by later requests. */
export async function answersToDocumentedRequests({
  document,
  numRuns,
  send,
  resetLimits,
}: DocumentedExchange): Promise<DocumentedAnswers> {
  const contract = new OpenApiContract(document);
  const statuses = new Map<number, number>();
  const differences = new Map<string, string>();
  const known: string[] = [];
  const requests = new DocumentedRequests(document, () => known);
  const unsent = new Set(requests.operations);
  let sent = 0;
  const property = fc.asyncProperty(requests.all, async ({ operation, request }) => {
    if (sent++ % requestsPerReset === 0) await resetLimits();
    unsent.delete(operation);
    const answer = await send(request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) known.unshift(...(answer.text.match(ids) ?? []).slice(0, 5));
    known.splice(mostIds);
    for (const difference of await contract.shapeDifferences(request, answer))
      differences.set(difference, JSON.stringify(request).slice(0, 1_000));
  });
  await fc.assert(property, { numRuns, endOnFailure: true, seed: 20_261_123 });
  return { statuses, differences, unsent: [...unsent] };
}
