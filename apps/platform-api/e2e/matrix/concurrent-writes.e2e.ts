import { deadlocksOf, type HttpAnswer, pairsTimeoutMs, runPairs } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { emptyTables } from '../support/empty-tables';
import { createTargets, makeRoom, type Matrix, startMatrix } from './support/matrix';
import { type MatrixRow, writes } from './support/rows';

/** An organization with one target of each kind, which all requests of a pair name. */
interface World {
  readonly token: string;
  readonly targets: Awaited<ReturnType<typeof createTargets>>;
}

class Refused extends Error {
  constructor({ status, text }: Pick<HttpAnswer, 'status' | 'text'>) {
    super(`${status} ${text}`);
    // Counts of a long run group the steps by this name.
    this.name = String(status);
  }
}

/** Most requests meet within a few milliseconds, as the statements of two transactions do. */
const longestDelayMs = 20;

const endOtherSessions = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function send(matrix: Matrix, row: MatrixRow, { token, targets }: World): Promise<void> {
  await setTimeout(longestDelayMs * Math.random() ** 3);
  const targetId = targets[row.target ?? 'credential'];
  const answer = await matrix.ask(row, { token, targetId });
  if (answer.status >= 400) throw new Refused(answer);
}

async function makeWorld({ app }: Matrix): Promise<World> {
  const orgId = `org_${randomUUID()}`;
  return { token: app.personToken({ org_id: orgId }), targets: await createTargets(app, orgId) };
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
        prepare: async (worlds) => {
          await emptyTables(app);
          app.provider.reset();
          makeRoom(app);
          return Promise.all(Array.from({ length: worlds }, () => makeWorld(matrix)));
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
