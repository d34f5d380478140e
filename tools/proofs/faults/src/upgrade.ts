import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasFailed } from './history/history';
import { findingLines, summary } from './report/report';
import { type Scene, underLoad } from './scenarios/under-load';
import { type ReplicatedProduct } from './system/replicated-product';

const calmMs = 15_000;

/** `upgrade.js FOLDER`, with the bundles of the previous release in the folder, resolves to the exit code. */
async function main(): Promise<number> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('The folder with the bundles of the previous release is missing.');
  const previous = resolve(folder);
  const { evidence, findings } = await underLoad(
    { seed: 1, bundles: previous, recoveryMs: 0 },
    { during: (scene) => upgradeAndBack(scene, previous) },
  );
  console.log(`\n${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing failed and nothing was lost.' : findingLines(findings));
  return findings.length === 0 ? 0 : 1;
}

async function upgradeAndBack({ product, recorder }: Scene, previous: string): Promise<void> {
  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    ['the previous release', () => Promise.resolve()],
    ['its programs on the new schema', () => migrateAll(product)],
    ['new programs replace old ones', () => replaceAll(product, 'deploy')],
    ['the previous release is rolled back to', () => replaceAll(product, previous)],
  ];
  for (const [name, step] of steps) {
    const before = recorder.calls.length;
    await step();
    await delay(calmMs);
    const calls = recorder.calls.slice(before);
    console.log(`| ${name} | ${calls.length} | ${calls.filter(hasFailed).length} |`);
  }
}

/** The identity provider last, so that programs of both releases meet its programs of both. */
async function replaceAll(product: ReplicatedProduct, bundles: string): Promise<void> {
  await product.replaceBy(bundles);
  await product.replaceProvider(bundles);
}

async function migrateAll(product: ReplicatedProduct): Promise<void> {
  await product.migrate('public-api');
  await product.migrate('identity-provider');
}

void main().then((code) => process.exit(code));
