import { type AttachedResult } from './attached-result';

/**
 * For each result the one before it of the same client, by id: the latest earlier one of the same mode with the same declared name,
 * in any case, or the same proven domain. A withdrawn result is compared with none. `results` are newest first.
 */
export function earlierResults(results: readonly AttachedResult[]): ReadonlyMap<string, AttachedResult> {
  const latest = new Map<string, AttachedResult>();
  const found = new Map<string, AttachedResult>();
  for (const result of results.filter(({ withdrawal }) => withdrawal === undefined).toReversed()) {
    const clients = clientsOf(result);
    const earlier = clients.flatMap((client) => latest.get(client) ?? []).toSorted(byAge)[0];
    if (earlier !== undefined) found.set(result.id, earlier);
    for (const client of clients) latest.set(client, result);
  }
  return found;
}

function clientsOf({ mode, clientName, domain }: AttachedResult): readonly string[] {
  return [
    ...(clientName === undefined ? [] : [`${mode} name ${clientName.toLowerCase()}`]),
    ...(domain === undefined ? [] : [`${mode} domain ${domain.name}`]),
  ];
}

function byAge(one: AttachedResult, other: AttachedResult): number {
  return other.createdAt.getTime() - one.createdAt.getTime();
}
