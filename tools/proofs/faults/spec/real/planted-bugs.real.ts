import { type RuleName } from '../../src/checker/finding';
import { type PlantedBug, plantedBugs } from '../../src/planted/planted-bugs';
import { runFaults } from '../../src/run';
import { type FaultName } from '../../src/schedule/catalogue';

interface Discovery {
  readonly faults: readonly FaultName[];
  readonly found: RuleName;
  /** By default 20. */
  readonly seconds?: number;
}

const discoveries: Readonly<Record<PlantedBug, Discovery>> = {
  'commit before send': { faults: ['F11-refuse'], found: 'lost mail' },
  'lease ignored': { faults: [], found: 'repeated mail' },
  // A kill must meet a change of a credential, which takes milliseconds: several kills.
  'lost intent': { faults: ['F24-kill'], found: 'unfinished change', seconds: 90 },
  'forgotten budget': { faults: [], found: 'budget exceeded' },
  'early surrender': { faults: ['F11-defer'], found: 'needlessly parked mail' },
  'forgotten resends': { faults: [], found: 'resend limit exceeded' },
  'unstored document': { faults: [], found: 'lost job' },
};

describe('a planted bug', () => {
  it.each(plantedBugs.map((bug) => ({ bug, ...discoveries[bug] })))(
    '$bug is found as: $found',
    async ({ bug, faults, found, seconds = 20 }) => {
      const { findings } = await runFaults({ seed: 1, seconds, settlingSeconds: 30, faults, bug });
      expect(findings.map(({ rule }) => rule)).toContain(found);
    },
  );
});
