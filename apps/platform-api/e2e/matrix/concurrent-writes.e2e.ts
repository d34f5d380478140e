import { deadlocksOf, type HttpAnswer, pairsTimeoutMs, runPairs } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { emptyTables } from '../support/empty-tables';
import { createTarget, makeRoom, type Matrix, startMatrix } from './support/matrix';
import { type MatrixRow, writes } from './support/rows';
import { type Target } from './support/samples';

/** An organization with the targets that a pair of requests names. */
interface World {
  readonly token: string;
  readonly targets: ReadonlyMap<Target, string>;
}

class Refused extends Error {
  constructor({ status, text }: Pick<HttpAnswer, 'status' | 'text'>) {
    super(`${status} ${text}`);
    // Counts of a long run group the steps by this name.
    this.name = String(status);
  }
}

const endOtherSessions = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function send(matrix: Matrix, row: MatrixRow, { token, targets }: World): Promise<void> {
  const targetId = row.target && targets.get(row.target);
  const answer = await matrix.ask(row, { token, ...(targetId !== undefined && { targetId }) });
  if (answer.status >= 400) throw new Refused(answer);
}

async function makeWorld({ app }: Matrix, needed: ReadonlySet<Target>): Promise<World> {
  const orgId = `org_${randomUUID()}`;
  const targets = new Map<Target, string>();
  for (const target of needed) targets.set(target, await createTarget(app, target, orgId));
  return { token: app.personToken({ org_id: orgId }), targets };
}

function targetsOf(operations: readonly string[]): ReadonlySet<Target> {
  const rows = writes.filter(({ operation }) => operations.includes(operation));
  return new Set(rows.flatMap(({ target }) => target ?? []));
}

describe('two writes of an organization at the same time', () => {
  // docs/architecture.md, "Order of locks".
  it(
    'never answer 500, and never deadlock',
    async () => {
      const matrix = await startMatrix();
      const { app } = matrix;
      const failures = await runPairs<World>({
        steps: Object.fromEntries(
          writes.map((row) => [row.operation, (world: World) => send(matrix, row, world)]),
        ),
        known: [],
        prepare: async (worlds, pair) => {
          await emptyTables(app);
          app.provider.reset();
          makeRoom(app);
          return Promise.all(Array.from({ length: worlds }, () => makeWorld(matrix, targetsOf(pair))));
        },
        // A busy machine answers 503.
        isExpected: (error) => error instanceof Refused && !error.message.startsWith('500'),
      });
      // Sessions report their deadlocks at the latest when they end.
      await app.sql(endOtherSessions);
      expect(failures).toEqual([]);
      expect(await deadlocksOf(app.databaseUrl)).toBe(0);
      await app.close();
    },
    pairsTimeoutMs,
  );
});
