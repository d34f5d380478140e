import { StoreUnavailable } from '@governance/kernel';
import { type RunStatement } from '@governance/postgres';
import { type ClientRow } from './client-metadata';
import { MachineClients } from './machine-clients';

function row(id: string): ClientRow {
  return {
    ...{ id, organization_id: 'org_acme', name: id, permissions: [], scope: [] },
    ...{ secret_mac: Buffer.alloc(32), public_jwk: null, key_expires_at: null },
  };
}

describe('machines that are asked for', () => {
  let stored: Set<string>;
  let statements: { readonly ids: readonly string[]; readonly answer: PromiseWithResolvers<true> }[];
  let machines: MachineClients;

  beforeEach(() => {
    stored = new Set(['one', 'two']);
    statements = [];
    // What a statement sees is what is there when it is sent.
    const query = async (
      _statement: unknown,
      [ids]: readonly string[][] = [],
    ): Promise<{ rows: ClientRow[] }> => {
      const rows = [...stored].filter((id) => ids?.includes(id)).map(row);
      const answer = Promise.withResolvers<true>();
      statements.push({ ids: ids ?? [], answer });
      await answer.promise;
      return { rows };
    };
    machines = new MachineClients({ query: query as RunStatement });
  });

  /** Until so many statements have been sent. */
  async function sent(count: number): Promise<void> {
    while (statements.length < count) await new Promise(setImmediate);
  }

  it('in one turn are looked up by one statement, and each is answered for itself', async () => {
    const asked = ['one', 'two', 'one', 'nobody'].map((id) => machines.find(id));
    await sent(1);
    statements[0]?.answer.resolve(true);
    const found = (await Promise.all(asked)).map((client) => client?.client_id);
    expect(found).toEqual(['one', 'two', 'one', undefined]);
    expect(statements.map(({ ids }) => ids)).toEqual([['one', 'two', 'nobody']]);
  });

  it('while a statement is under way are looked up by another, so that what was deleted meanwhile is gone', async () => {
    const before = machines.find('one');
    await sent(1);
    stored.delete('one');
    const after = machines.find('one');
    await sent(2);
    for (const { answer } of statements) answer.resolve(true);
    expect((await before)?.client_id).toBe('one');
    expect(await after).toBeUndefined();
  });

  it('are all refused when the database is out of reach, and those that are asked for later are not', async () => {
    const asked = [machines.find('one'), machines.find('two')];
    await sent(1);
    statements[0]?.answer.reject(new StoreUnavailable());
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = machines.find('two');
    await sent(2);
    statements[1]?.answer.resolve(true);
    expect((await later)?.client_id).toBe('two');
  });
});
