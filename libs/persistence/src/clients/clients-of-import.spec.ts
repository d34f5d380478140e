import { type ClientLine, type OrgClient } from '@governance/assessments';
import { randomUUID } from 'node:crypto';
import { clientOf } from '../../spec/client-fixtures';
import { laterBy } from '../../spec/fixtures';
import { ClientsOfImport } from './clients-of-import';

const now = laterBy(1_000);

describe('the clients of an import', () => {
  const [one, two] = [clientOf({ reference: 'A-1' }), clientOf({ reference: 'A-2' })];
  const importing = (room = 10, clients: readonly OrgClient[] = [one, two]) => {
    const taken = new ClientsOfImport(clients, room, now);
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
    const { take } = importing(1);
    expect(take({ reference: 'B-1' })).toEqual({ outcome: 'nameless' });
    expect(take({ name: 'New' }, randomUUID())).toEqual({ outcome: 'unknown' });
    expect(take({ name: 'New' })).toMatchObject({ outcome: 'created' });
    expect(take({ name: 'New' })).toEqual({ outcome: 'full' });
    expect(take({ name: 'Changed' }, one.id)).toMatchObject({ outcome: 'updated' });
  });
});
