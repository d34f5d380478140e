import {
  changedClient,
  type ClientLine,
  emptyClient,
  type ImportedLine,
  type OrgClient,
} from '@governance/assessments';
import { isDeepStrictEqual } from 'node:util';

/** What a line does, and the client as it is stored then, if it is stored. */
interface Taken {
  readonly imported: ImportedLine;
  readonly written?: OrgClient;
}

/** The clients that the lines of an import mean, as each line leaves them. */
export class ClientsOfImport {
  readonly #written = new Set<string>();
  readonly #byId = new Map<string, OrgClient>();
  readonly #byReference = new Map<string, OrgClient>();

  /** `room`: how many clients the organization may have more. */
  constructor(
    clients: readonly OrgClient[],
    private room: number,
    private readonly now: Date,
  ) {
    for (const client of clients) this.put(client);
  }

  /** Those that lines created or changed, each once. */
  get writtenIds(): readonly string[] {
    return [...this.#written];
  }

  take({ id, change, newId }: ClientLine): Taken {
    const { reference } = change;
    const holder = typeof reference === 'string' ? this.#byReference.get(reference) : undefined;
    const known = id === undefined ? holder : this.#byId.get(id);
    if (known !== undefined) {
      if (holder !== undefined && holder.id !== known.id) return { imported: { outcome: 'taken' } };
      return this.update(known, { ...known, ...changedClient(known, change) });
    }
    if (id !== undefined) return { imported: { outcome: 'unknown' } };
    if (change.name === undefined) return { imported: { outcome: 'nameless' } };
    if (this.room <= 0) return { imported: { outcome: 'full' } };
    this.room -= 1;
    const details = changedClient(emptyClient, change);
    return this.write('created', { ...details, id: newId, createdAt: this.now, updatedAt: this.now });
  }

  private update(before: OrgClient, after: OrgClient): Taken {
    if (isDeepStrictEqual(before, after)) return { imported: { outcome: 'unchanged', id: before.id } };
    if (before.reference !== undefined) this.#byReference.delete(before.reference);
    return this.write('updated', { ...after, updatedAt: this.now });
  }

  private write(outcome: 'created' | 'updated', client: OrgClient): Taken {
    this.put(client);
    this.#written.add(client.id);
    return { imported: { outcome, id: client.id }, written: client };
  }

  private put(client: OrgClient): void {
    this.#byId.set(client.id, client);
    if (client.reference !== undefined) this.#byReference.set(client.reference, client);
  }
}
