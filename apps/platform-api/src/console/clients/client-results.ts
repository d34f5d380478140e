import { type PlatformClient } from '@governance/client';
import { resultDetails, type ResultDetails, resultRow } from '../results/result-view';

const mostShown = 20;

export interface ClientResults {
  readonly rows: readonly ReturnType<typeof resultRow>[];
  readonly next: string | undefined;
  /** The result that counts, in full: on the first page, if there is one. */
  readonly latest: ResultDetails | undefined;
  readonly isFirst: boolean;
}

/** A page of the results of a client, newest first. */
export async function clientResults(
  client: PlatformClient,
  { id, cursor, now }: { readonly id: string; readonly cursor: string | undefined; readonly now: Date },
): Promise<ClientResults> {
  const query = { client_id: id, limit: mostShown, ...(cursor !== undefined && { cursor }) };
  const { results, next_cursor: next } = await client.get('/org/results', { query });
  const latest = cursor === undefined ? results.find((result) => result.latest) : undefined;
  return {
    rows: results.map((result) => resultRow(result, now)),
    next,
    latest: latest && resultDetails(latest, now),
    isFirst: cursor === undefined,
  };
}
