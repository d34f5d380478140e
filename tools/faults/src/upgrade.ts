import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkHistory } from './checker/check-history';
import { hasFailed } from './history/history';
import { Recorder } from './history/recorder';
import { Load } from './load/load';
import { World } from './load/world';
import { findingLines, summary } from './report/report';
import { Random } from './schedule/random';
import { collectState } from './settle/collect-state';
import { settle } from './settle/settle';
import { mailsPerRecipient, Product } from './system/product';

const calmMs = 15_000;

/** `upgrade.js FOLDER`, with the bundles of the previous release in the folder, resolves to the exit code. */
async function main(): Promise<number> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('The folder with the bundles of the previous release is missing.');
  const previous = resolve(folder);
  const recorder = new Recorder(undefined);
  await using product = await Product.start({ now: recorder.now, ownDisk: false, bundles: previous });
  const world = await World.open({ product, recorder, random: new Random(1) });
  const load = new Load(world);
  load.start();
  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    ['the previous release', () => Promise.resolve()],
    ['its programs on the new schema', () => migrateAll(product)],
    ['new programs replace old ones', () => product.replaceBy('deploy')],
    ['the previous release is rolled back to', () => product.replaceBy(previous)],
  ];
  for (const [name, step] of steps) {
    const before = recorder.calls.length;
    await step();
    await delay(calmMs);
    const calls = recorder.calls.slice(before);
    console.log(`| ${name} | ${calls.length} | ${calls.filter(hasFailed).length} |`);
  }
  await load.stop();
  await settle(product, 240_000);
  const promises = { recoveryMs: 0, recordingMs: 5_000, cutOffMs: 65_000, mailsPerRecipient };
  const evidence = { history: recorder, state: await collectState(world), promises };
  const findings = checkHistory(evidence);
  console.log(`\n${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing failed and nothing was lost.' : findingLines(findings));
  return findings.length === 0 ? 0 : 1;
}

async function migrateAll(product: Product): Promise<void> {
  await product.migrate('public-api');
  await product.migrate('identity-provider');
}

void main().then((code) => process.exit(code));
