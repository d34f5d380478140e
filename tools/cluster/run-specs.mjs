// Runs the Jest specs of a configuration of this folder. Resolves to the exit code.
import { runProgram } from '../build/run-program.mjs';

export function runSpecs(configuration, args = []) {
  return runProgram(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '-c',
    `tools/cluster/${configuration}`,
    '--verbose',
    // A pattern may be for the specs of the other configuration.
    ...(args.length > 0 ? ['--passWithNoTests'] : []),
    ...args,
  ]);
}
