import { ListPages } from '@governance/http';
import { type ServiceIdentityEntry } from '@governance/iam';
import { auditContextOf, InMemoryServiceIdentities, machineOf } from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../spec/expect-problem';
import { ServiceIdentitiesService } from './service-identities.service';

const ours = machineOf('org_acme');
const theirs = machineOf('org_other');
const clock = new FixedClock();
const firstPage = { limit: undefined, cursor: undefined };
const renaming = auditContextOf(ours, 'service-identities:rename');
const deleting = auditContextOf(ours, 'service-identities:delete');

function entryOf(overrides: Partial<ServiceIdentityEntry> = {}): ServiceIdentityEntry {
  return {
    id: randomUUID(),
    name: 'Nightly export',
    permissions: new Set(['m2m:credentials:read']),
    createdAt: clock.now(),
    endsWithLastCredential: true,
    credentials: [],
    trustRules: [],
    ...overrides,
  };
}

describe('ServiceIdentitiesService', () => {
  let store: InMemoryServiceIdentities;
  let service: ServiceIdentitiesService;
  let used: ServiceIdentityEntry;
  let unused: ServiceIdentityEntry;
  let foreign: ServiceIdentityEntry;
  beforeEach(() => {
    store = new InMemoryServiceIdentities();
    service = new ServiceIdentitiesService(store, clock, new ListPages(newTestKeyring()));
    used = entryOf({ credentials: [{ id: randomUUID(), name: 'Nightly export' }] });
    [unused, foreign] = [entryOf(), entryOf()];
    store.entries.set('org_acme', [used, unused]).set('org_other', [foreign, entryOf()]);
  });

  const rename = (id: string, name = 'Exports'): Promise<ServiceIdentityEntry> =>
    service.rename(ours, id, { name, write: renaming });
  const remove = (id: string): Promise<void> => service.delete(ours, id, deleting);
  /** Ids that match no service identity of the organization. */
  const unknownIds = (): readonly string[] => [foreign.id, randomUUID(), 'not-an-id', `${used.id} `];

  it('lists the organization’s own, page by page', async () => {
    expect(await service.list(ours, firstPage)).toEqual({ entries: [used, unused], nextCursor: undefined });
    const { entries, nextCursor } = await service.list(ours, { limit: 1, cursor: undefined });
    expect(entries).toEqual([used]);
    expect((await service.list(ours, { limit: 1, cursor: nextCursor })).entries).toEqual([unused]);
  });

  it('refuses the cursor of another organization', async () => {
    const { nextCursor: cursor } = await service.list(theirs, { limit: 1, cursor: undefined });
    const text = 'cursor must be the next_cursor of a page of this list';
    await expectProblem(service.list(ours, { limit: 1, cursor }), 'invalid', text);
  });

  it('renames, with the trimmed name, the time and the audit facts', async () => {
    const renamed = await rename(used.id.toUpperCase(), '  Exports ');
    expect(renamed).toEqual({ ...used, name: 'Exports', endsWithLastCredential: false });
    expect(store.changes).toEqual([{ now: clock.now(), audit: renaming }]);
  });

  it('refuses a bad name before it looks for the service identity', async () => {
    for (const id of [used.id, ...unknownIds()]) {
      await expectProblem(rename(id, ' '), 'invalid', 'name must have 1 to 100 characters');
      await expectProblem(
        rename(id, 'a\tb'),
        'invalid',
        'name must have no control, text-direction or other invisible characters',
      );
    }
    expect(store.changes).toEqual([]);
  });

  it('deletes one that no credential uses, once', async () => {
    await remove(unused.id);
    expect(store.changes).toEqual([{ now: clock.now(), audit: deleting }]);
    await expectProblem(remove(unused.id), 'not_found', 'there is no service identity with this id');
  });

  it('deletes none that a credential uses', async () => {
    const text = 'credentials use this service identity: revoke them first';
    await expectProblem(remove(used.id), 'conflict', text);
    expect(store.changes).toEqual([]);
  });

  it('finds none of another organization, and none by a malformed id', async () => {
    for (const id of unknownIds()) {
      await expectProblem(rename(id), 'not_found', 'there is no service identity with this id');
      await expectProblem(remove(id), 'not_found', 'there is no service identity with this id');
    }
    expect(store.changes).toEqual([]);
  });
});
