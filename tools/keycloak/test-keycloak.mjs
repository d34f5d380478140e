// `npm run prove -- keycloak`: the contract of the identity provider port and the three ways to run, on a real Keycloak. With
// `-- --write` the table of the ways in docs/identity-providers.md is replaced by the measured one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { buildAll } from '../build/build-all.mjs';
import { jestArguments } from '../build/jest-arguments.mjs';
import { runProgram } from '../build/run-program.mjs';
import { measuredVersions, startKeycloak } from './keycloak-server.mjs';
import { prepareClients } from './test-clients.mjs';
import { waysTable, withMeasured } from './ways-table.mjs';

const page = 'docs/identity-providers.md';
const folder = 'reports/keycloak';
const report = `${folder}/jest.json`;

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const args = process.argv.slice(2).filter((argument) => argument !== '--write');
const isWriting = args.length < process.argv.length - 2;
try {
  if (isWriting && args.length > 0) throw new Error('--write needs a whole run, without other arguments');
  await run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function run() {
  console.log('Building');
  await buildAll();
  process.env.TEST_CLIENTS = JSON.stringify(prepareClients());
  const { settings, stop } = await startKeycloak();
  try {
    Object.assign(process.env, settings);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const options = ['--runInBand', '--verbose', '--json', `--outputFile=${report}`, ...args];
    const jest = jestArguments('tools/keycloak/jest.real.config.cjs', ...options);
    process.exitCode = await runProgram(process.execPath, jest);
    await tell(await measuredVersions(process.env));
  } finally {
    await stop();
  }
}

/** Prints the table, and writes it if asked to and if every test has passed. */
async function tell(versions) {
  const date = new Date().toISOString().slice(0, 10);
  const table = waysTable(JSON.parse(readFileSync(report, 'utf8')), { ...versions, date });
  const config = { ...(await resolveConfig(page)), parser: 'markdown' };
  console.log(`\n${await format(table, config)}`);
  if (!isWriting) return;
  if (process.exitCode !== 0) throw new Error(`${page} is unchanged, because tests have failed`);
  writeFileSync(page, await format(withMeasured(readFileSync(page, 'utf8'), 'ways', table), config));
}
