import {
  type IdentityChange,
  type IdentityDeletion,
  type ListPage,
  type OrgServiceIdentities,
  type ServiceIdentityEntry,
  ServiceIdentityStore,
} from '../../src';

/** Service identities in memory, newest first by the order of the specs. Records the context of each change. */
export class InMemoryServiceIdentities extends ServiceIdentityStore {
  readonly entries = new Map<string, ServiceIdentityEntry[]>();
  readonly changes: IdentityChange[] = [];

  forOrg(orgId: string): OrgServiceIdentities {
    const entries = this.entries.get(orgId) ?? [];
    this.entries.set(orgId, entries);
    const indexOf = (id: string): number => entries.findIndex((entry) => entry.id === id);
    return {
      list: ({ limit, after }: ListPage) => {
        const start = after === undefined ? 0 : indexOf(after.id) + 1;
        return Promise.resolve(entries.slice(start, start + limit));
      },
      rename: (id: string, name: string, change: IdentityChange) => {
        const found = entries[indexOf(id)];
        if (found === undefined) return Promise.resolve(undefined);
        this.changes.push(change);
        const renamed = { ...found, name, endsWithLastCredential: false };
        entries[indexOf(id)] = renamed;
        return Promise.resolve(renamed);
      },
      delete: (id: string, change: IdentityChange): Promise<IdentityDeletion> => {
        const found = entries[indexOf(id)];
        if (found === undefined) return Promise.resolve('unknown');
        if (found.credentials.length + found.trustRules.length > 0) return Promise.resolve('used');
        this.changes.push(change);
        entries.splice(indexOf(id), 1);
        return Promise.resolve('deleted');
      },
    };
  }
}
