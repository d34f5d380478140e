import { LeaseLost } from '@governance/deliveries';
import { StoreUnavailable } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import {
  createTestDatabase,
  createTestKeyring,
  deadlocksOf,
  openJittery,
  pairsTimeoutMs,
  repeatedWhileBusy,
  runPairs,
  runSql,
  urlForProgram,
} from '@governance/testing';
import { makeWorld, organizationSteps, personSteps } from '../spec/concurrent-steps';
import { migrateIdentity } from './database/migrate-identity';

async function migrateSchema(url: string): Promise<void> {
  await migrateIdentity(url);
}

describe('writes and background jobs, at the same time on the same rows', () => {
  // docs/architecture.md, "Order of locks".
  it(
    'never deadlock, and never fail',
    async () => {
      const testDatabase = await createTestDatabase({ migrate: migrateSchema });
      const { url } = testDatabase;
      const file = createTestKeyring();
      const programUrl = await urlForProgram(url, 'identity-provider/main');
      const [database, plain] = [await openJittery(programUrl), await Database.open({ url: programUrl })];
      const parts = { database, keyring: Keyring.load(file.file) };
      const failures = await runPairs({
        steps: { ...organizationSteps(parts), ...personSteps(parts) },
        known: [
          ['reset a password', 'change a password'],
          ['offer an invitation', 'accept by password'],
          ['remove a connection', 'accept by connection'],
        ],
        prepare: async (worlds) => {
          await runSql(
            url,
            'TRUNCATE identity.organizations, identity.users, identity.payloads, identity.mails CASCADE',
          );
          const make = () => repeatedWhileBusy(() => makeWorld({ ...parts, database: plain }));
          return Promise.all(Array.from({ length: worlds }, make));
        },
        // A busy machine answers 503.
        isExpected: (error) => error instanceof LeaseLost || error instanceof StoreUnavailable,
      });
      // Sessions report their deadlocks at the latest when they end.
      await Promise.all([database.close(), plain.close()]);
      expect(failures).toEqual([]);
      expect(await deadlocksOf(url)).toBe(0);
      await testDatabase.drop();
      file.remove();
    },
    pairsTimeoutMs,
  );
});
