import { type PlatformClient } from '@governance/client';

interface PageOfList {
  readonly limit: number;
  readonly cursor?: string;
}

type Read<Entry> = (
  client: PlatformClient,
  query: PageOfList & { readonly search: string },
) => Promise<{ readonly entries: readonly Entry[]; readonly next: string | undefined }>;

interface Searched<Answer, Entry> {
  readonly pages: (client: PlatformClient, query: PageOfList) => AsyncIterable<Answer>;
  readonly entriesOf: (answer: Answer) => readonly Entry[];
  /** In which a person searches. */
  readonly textsOf: (entry: Entry) => readonly (string | null)[];
}

const largestPage = 200;

/**
 * A list that the API does not search: the console reads all of it, and keeps the entries with a text that contains the
 * search, in any case. Without a search it is a page of the API.
 */
export function searchedList<Answer extends { readonly next_cursor?: string }, Entry>({
  pages,
  entriesOf,
  textsOf,
}: Searched<Answer, Entry>): Read<Entry> {
  const has = (entry: Entry, search: string): boolean =>
    textsOf(entry).some((text) => text?.toLowerCase().includes(search) === true);
  return async (client, { search, ...page }) => {
    const entries: Entry[] = [];
    for await (const answer of pages(client, search === '' ? page : { limit: largestPage })) {
      if (search === '') return { entries: entriesOf(answer), next: answer.next_cursor };
      entries.push(...entriesOf(answer).filter((entry) => has(entry, search.toLowerCase())));
    }
    return { entries, next: undefined };
  };
}
