import { LeaseLost } from '@governance/deliveries';
import { StoreUnavailable } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { deadlocksOf, openJittery, pairsTimeoutMs, repeatedWhileBusy, runPairs } from '@governance/testing';
import { openStores } from '../e2e/support/identity-server';
import { makeWorld, organizationSteps, personSteps } from '../spec/concurrent-steps';

describe('writes and background jobs, at the same time on the same rows', () => {
  // docs/architecture.md, "Order of locks".
  it(
    'never deadlock, and never fail',
    async () => {
      const stores = await openStores();
      const { databaseUrl: url } = stores;
      const [database, plain] = [await openJittery(url), await Database.open({ url })];
      const parts = { database, keyring: Keyring.load(stores.keyringFile) };
      const failures = await runPairs({
        steps: { ...organizationSteps(parts), ...personSteps(parts) },
        known: [
          ['reset a password', 'change a password'],
          ['offer an invitation', 'accept by password'],
          ['remove a connection', 'accept by connection'],
        ],
        prepare: async (worlds) => {
          await stores.sql(
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
      expect(await deadlocksOf(stores.ownerUrl)).toBe(0);
      await stores.drop();
    },
    pairsTimeoutMs,
  );
});
