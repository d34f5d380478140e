import { type AttachedResult } from './attached-result';

/**
 * For each result the one before it of the same client, by id: the latest earlier one of the same mode with the same declared name,
 * in any case, the same proven domain, or the same `clientId`. A withdrawn result is compared with none. `results` are newest first.
 */
export function earlierResults(results: readonly AttachedResult[]): ReadonlyMap<string, AttachedResult> {
  const latest = new Map<string, AttachedResult>();
  const found = new Map<string, AttachedResult>();
  for (const result of results.filter(counts).toReversed()) {
    const clients = clientsOf(result);
    const earlier = clients.flatMap((client) => latest.get(client) ?? []).toSorted(byAge)[0];
    if (earlier !== undefined) found.set(result.id, earlier);
    for (const client of clients) latest.set(client, result);
  }
  return found;
}

/** The ids of those that no later result of the same client and mode follows. A withdrawn result is none. `results` are newest first. */
export function latestResults(results: readonly AttachedResult[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const latest = new Set<string>();
  for (const result of results.filter(counts)) {
    const clients = clientsOf(result);
    if (!clients.some((client) => seen.has(client))) latest.add(result.id);
    for (const client of clients) seen.add(client);
  }
  return latest;
}

/** The `clientId` of a result that is attached: that of another one with the same name or domain, else its own id. */
export function clientIdOf(result: AttachedResult, results: readonly AttachedResult[]): string {
  const names = new Set(namesOf(result));
  const other = results.find(
    (each) => each.id !== result.id && namesOf(each).some((name) => names.has(name)),
  );
  return other?.clientId ?? result.id;
}

function counts({ withdrawal }: AttachedResult): boolean {
  return withdrawal === undefined;
}

/** Two results of one mode that share one of them are of the same client. */
function clientsOf(result: AttachedResult): readonly string[] {
  return [...namesOf(result), result.clientId].map((client) => `${result.mode} ${client}`);
}

function namesOf({ clientName, domain }: AttachedResult): readonly string[] {
  return [
    ...(clientName === undefined ? [] : [`name ${clientName.toLowerCase()}`]),
    ...(domain === undefined ? [] : [`domain ${domain.name}`]),
  ];
}

function byAge(one: AttachedResult, other: AttachedResult): number {
  return other.createdAt.getTime() - one.createdAt.getTime();
}
