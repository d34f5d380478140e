import { LeaseLost } from '@governance/deliveries';
import { IntentLost } from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { deadlocksOf, openJittery, pairsTimeoutMs, runPairs } from '@governance/testing';
import { certificateSteps } from '../spec/concurrent/certificate-steps';
import { credentialSteps } from '../spec/concurrent/credential-steps';
import { mailSteps } from '../spec/concurrent/mail-steps';
import { organizationSteps } from '../spec/concurrent/organization-steps';
import { prepareWorlds } from '../spec/concurrent/world';
import { openTestStores } from '../spec/fixtures';

describe('writes and steps of the workers, at the same time on the same rows', () => {
  // docs/architecture.md, "Order of locks".
  it(
    'never deadlock, and never fail',
    async () => {
      const stores = await openTestStores();
      const database = await openJittery(stores.testDatabase.url);
      const jittery = { ...stores, database };
      const steps = {
        ...mailSteps(jittery),
        ...certificateSteps(jittery),
        ...credentialSteps(jittery),
        ...organizationSteps(jittery),
      };
      const failures = await runPairs({
        steps,
        known: [['revoke an invitation', 'prepare mail']],
        prepare: (worlds) => prepareWorlds(stores, worlds),
        // The worker takes the work up again; the client gets a 409, or a 503 of a busy machine.
        isExpected: (error) =>
          [LeaseLost, IntentLost, StoreUnavailable].some((kind) => error instanceof kind),
      });
      // Sessions report their deadlocks at the latest when they end.
      await database.close();
      expect(failures).toEqual([]);
      expect(await deadlocksOf(stores.testDatabase.url)).toBe(0);
      await stores.close();
    },
    pairsTimeoutMs,
  );
});
