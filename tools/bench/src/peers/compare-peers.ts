import { Bench } from '../bench';
import { writePage } from '../report/page';
import { ratioTable, type TaskReport, writePeers } from '../report/peers';

import { installVegeta } from '../load/vegeta';
import { measureTask } from './measure-task';
import { type Task } from './peer';
import { keyChecks } from './tasks/key-checks';
import { printing } from './tasks/printing';
import { submissions } from './tasks/submissions';
import { tokens } from './tasks/tokens';

const tasks: readonly Task[] = [submissions, tokens, keyChecks, printing];

/**
 * Measures the product beside the named peers, or all. Resolves to the exit code: 1 if a task failed. A
 * whole run writes its part of the page.
 */
export async function comparePeers(form: 'short' | 'full', names: readonly string[]): Promise<number> {
  const known = tasks.flatMap(({ peers }) => peers.map(({ name }) => name));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Peers: ${known.join(', ')}`);
  await installVegeta();
  await using bench = await Bench.open(form);
  const reports: TaskReport[] = [];
  let failed = 0;
  const began = performance.now();
  for (const task of tasks) {
    const peers = task.peers.filter(({ name }) => names.length === 0 || names.includes(name));
    if (peers.length === 0) continue;
    console.error(task.work);
    try {
      await using scope = bench.within();
      reports.push(await measureTask(scope, task, peers));
    } catch (error) {
      console.error('  failed:', error);
      failed += 1;
    }
  }
  console.log(ratioTable(reports));
  for (const { title, reason } of reports.flatMap(({ missing }) => missing))
    console.error(`${title}: ${reason}`);
  if (form === 'full' && names.length === 0 && failed === 0) {
    const seconds = Math.round((performance.now() - began) / 1_000);
    await writePeers({ date: new Date().toISOString().slice(0, 10), seconds, tasks: reports });
    await writePage();
  }
  return failed > 0 ? 1 : 0;
}
