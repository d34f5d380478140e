import { Times } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = join(__dirname, '../../../dist/apps/cli/governance.mjs');
const rounds = 11;
/** It is three to four. Loading everything at the start, or a package that is slow to load, exceeds this. */
const mostTimesNode = 8;

describe('the start of governance', () => {
  it(`takes less than ${mostTimesNode} times as long as that of Node`, async () => {
    const [own, node] = [new Times(), new Times()];
    const start = (...args: string[]): Promise<unknown> => promisify(execFile)(process.execPath, args);
    // In turns, so that both get the same share of a busy machine.
    for (let round = 0; round < rounds; round += 1) {
      await node.measure(() => start('-e', '0'));
      await own.measure(() => start(program, '--version'));
    }
    const ratio = own.ratioTo(node);
    process.stderr.write(
      `governance starts in ${ratio.toFixed(1)} times the time of Node (median of ${rounds})\n`,
    );
    expect(ratio).toBeLessThan(mostTimesNode);
  });
});
