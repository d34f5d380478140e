import { type ClientLine, type OrgClient } from '@governance/assessments';
import { randomUUID } from 'node:crypto';
import { clientOf } from '../../spec/client-fixtures';
import { laterBy } from '../../spec/fixtures';
import { ClientsOfImport, type ImportLimits } from './clients-of-import';

const now = laterBy(1_000);

describe('the clients of an import', () => {
  const [one, two] = [clientOf({ reference: 'A-1' }), clientOf({ reference: 'A-2' })];
  const importing = (limits: Partial<ImportLimits> = {}, clients: readonly OrgClient[] = [one, two]) => {
    const all = { room: 10, now, hiddenReferences: new Set<string>(), mayAssign: true };
    const taken = new ClientsOfImport(clients, { ...all, ...limits });
    return {
      taken,
      take: (change: ClientLine['change'], id?: string) =>
        taken.take({ id, change, newId: randomUUID() }).imported,
    };
  };

  it('are found by id, or else by reference, and created otherwise', () => {
    const { taken, take } = importing();
    expect(take({ name: 'By id' }, one.id)).toEqual({ outcome: 'updated', id: one.id });
    expect(take({ name: 'By reference', reference: 'A-2' })).toEqual({ outcome: 'updated', id: two.id });
    const created = take({ name: 'New', reference: 'A-3' });
    expect(created).toEqual({ outcome: 'created', id: expect.any(String) as unknown });
    expect(take({ tags: ['gold'], reference: 'A-3' })).toEqual({ ...created, outcome: 'updated' });
    expect(taken.writtenIds).toEqual([one.id, two.id, 'id' in created && created.id]);
  });

  it('keep a name that a result declares, until a line has another one', () => {
    const made = clientOf({ name: undefined, declaredName: 'Acme Ltd' });
    const { take } = importing({}, [made]);
    expect(take({ name: 'Acme Ltd' }, made.id)).toEqual({ outcome: 'unchanged', id: made.id });
    expect(take({ name: 'Acme' }, made.id)).toEqual({ outcome: 'updated', id: made.id });
    expect(take({ name: 'Acme Ltd' }, made.id)).toEqual({ outcome: 'updated', id: made.id });
  });

  it('stay as they are, without a write, if a line says the same', () => {
    const { taken, take } = importing();
    expect(take({ ...one, contactName: 'Eva Muster' }, one.id)).toEqual({ outcome: 'unchanged', id: one.id });
    expect(take({ reference: 'A-2' })).toEqual({ outcome: 'unchanged', id: two.id });
    expect(taken.writtenIds).toEqual([]);
  });

  it('give a reference once, also one that an earlier line freed or took', () => {
    const { take } = importing();
    expect(take({ reference: 'A-2' }, one.id)).toEqual({ outcome: 'taken' });
    expect(take({ reference: 'A-9' }, one.id)).toEqual({ outcome: 'updated', id: one.id });
    expect(take({ reference: 'A-1' }, two.id)).toEqual({ outcome: 'updated', id: two.id });
    expect(take({ name: 'New', reference: 'A-2' })).toMatchObject({ outcome: 'created' });
    expect(take({ reference: null }, one.id)).toEqual({ outcome: 'updated', id: one.id });
    expect(take({ name: 'New', reference: 'A-9' })).toMatchObject({ outcome: 'created' });
  });

  it('are no more than the organization has room for, and each has a name', () => {
    const { take } = importing({ room: 1 });
    expect(take({ reference: 'B-1' })).toEqual({ outcome: 'nameless' });
    expect(take({ name: 'New' }, randomUUID())).toEqual({ outcome: 'unknown' });
    expect(take({ name: 'New' })).toMatchObject({ outcome: 'created' });
    expect(take({ name: 'New' })).toEqual({ outcome: 'full' });
    expect(take({ name: 'Changed' }, one.id)).toMatchObject({ outcome: 'updated' });
  });

  it('refuse a reference that a hidden client has', () => {
    const { taken, take } = importing({ hiddenReferences: new Set(['H-1']) });
    expect(take({ name: 'New', reference: 'H-1' })).toEqual({ outcome: 'taken' });
    expect(take({ reference: 'H-1' }, one.id)).toEqual({ outcome: 'taken' });
    expect(taken.writtenIds).toEqual([]);
  });

  it('are assigned only by a viewer who sees all of them, and others may repeat what is so', () => {
    const assigned = clientOf({ memberIds: ['user_ada'] });
    const { taken, take } = importing({ mayAssign: false }, [assigned]);
    for (const memberIds of [[], ['user_bob'], ['user_ada', 'user_bob']])
      expect(take({ memberIds }, assigned.id)).toEqual({ outcome: 'unassignable' });
    expect(take({ name: 'New', memberIds: ['user_ada'] })).toEqual({ outcome: 'unassignable' });
    expect(take({ memberIds: ['user_ada'] }, assigned.id)).toMatchObject({ outcome: 'unchanged' });
    expect(taken.writtenIds).toEqual([]);
    expect(take({ name: 'New', memberIds: [] })).toMatchObject({ outcome: 'created' });
    const admin = importing({}, [assigned]);
    expect(admin.take({ memberIds: [] }, assigned.id)).toMatchObject({ outcome: 'updated' });
  });
});
