import {
  changedClient,
  type ClientLine,
  emptyClient,
  type ImportedLine,
  type OrgClient,
  type OrgClientChange,
  type OrgClientDetails,
} from '@governance/assessments';
import { isDeepStrictEqual } from 'node:util';

/** What a line does, and the client as it is stored then, if it is stored. */
interface Taken {
  readonly imported: ImportedLine;
  readonly written?: OrgClient;
}

export interface ImportLimits {
  /** How many clients the organization may have more. */
  readonly room: number;
  readonly now: Date;
  /** Those of clients whom the viewer does not see. */
  readonly hiddenReferences: ReadonlySet<string>;
  /** Whether the viewer decides who sees a client. */
  readonly mayAssign: boolean;
}

/** The clients that the lines of an import mean, as each line leaves them. */
export class ClientsOfImport {
  readonly #written = new Set<string>();
  readonly #byId = new Map<string, OrgClient>();
  readonly #byReference = new Map<string, OrgClient>();

  private room: number;

  constructor(
    clients: readonly OrgClient[],
    private readonly limits: ImportLimits,
  ) {
    this.room = limits.room;
    for (const client of clients) this.put(client);
  }

  /** Those that lines created or changed, each once. */
  get writtenIds(): readonly string[] {
    return [...this.#written];
  }

  take({ id, change, newId }: ClientLine): Taken {
    const { reference } = change;
    if (typeof reference === 'string' && this.limits.hiddenReferences.has(reference)) return refused('taken');
    const holder = typeof reference === 'string' ? this.#byReference.get(reference) : undefined;
    const known = id === undefined ? holder : this.#byId.get(id);
    if (known === undefined) return id === undefined ? this.create(newId, change) : refused('unknown');
    if (holder !== undefined && holder.id !== known.id) return refused('taken');
    if (!this.mayAssign(known, change)) return refused('unassignable');
    return this.update(known, { ...known, ...changedClient(known, withoutDeclared(known, change)) });
  }

  private create(id: string, change: OrgClientChange): Taken {
    if (change.name === undefined) return refused('nameless');
    if (!this.mayAssign(emptyClient, change)) return refused('unassignable');
    if (this.room <= 0) return refused('full');
    this.room -= 1;
    const { now } = this.limits;
    const details = changedClient(emptyClient, change);
    return this.write('created', { ...details, declaredName: undefined, id, createdAt: now, updatedAt: now });
  }

  private mayAssign({ memberIds }: OrgClientDetails, change: OrgClientChange): boolean {
    const { memberIds: wanted } = change;
    return this.limits.mayAssign || wanted === undefined || isDeepStrictEqual(wanted, memberIds);
  }

  private update(before: OrgClient, after: OrgClient): Taken {
    if (isDeepStrictEqual(before, after)) return { imported: { outcome: 'unchanged', id: before.id } };
    if (before.reference !== undefined) this.#byReference.delete(before.reference);
    const declaredName = after.name === undefined ? after.declaredName : undefined;
    return this.write('updated', { ...after, declaredName, updatedAt: this.limits.now });
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

function refused(outcome: Exclude<ImportedLine, { readonly id: string }>['outcome']): Taken {
  return { imported: { outcome } };
}

/** An export shows the name that a result declares. To read it back does not make it the client's own. */
function withoutDeclared({ name, declaredName }: OrgClient, change: OrgClientChange): OrgClientChange {
  return name === undefined && change.name === declaredName ? { ...change, name: undefined } : change;
}
