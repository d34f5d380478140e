// `npm run test:keycloak`: the contract of the identity provider port and a life of a credential, on a real Keycloak.
import { fileURLToPath } from 'node:url';
import { runProgram } from '../build/run-program.mjs';
import { startKeycloak } from './keycloak-server.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
try {
  const { settings, stop } = await startKeycloak();
  try {
    Object.assign(process.env, settings);
    process.exitCode = await runProgram(process.execPath, [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '-c',
      'tools/keycloak/jest.real.config.cjs',
      '--runInBand',
      '--verbose',
      ...process.argv.slice(2),
    ]);
  } finally {
    await stop();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
