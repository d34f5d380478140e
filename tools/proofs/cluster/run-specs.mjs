// Runs the Jest specs of a configuration of this folder. Resolves to the exit code.
import { jestArguments } from '../../build/jest-arguments.mjs';
import { runProgram } from '../../build/run-program.mjs';

export function runSpecs(configuration, args = []) {
  // A pattern may be for the specs of the other configuration.
  const options = ['--verbose', ...(args.length > 0 ? ['--passWithNoTests'] : []), ...args];
  return runProgram(process.execPath, jestArguments(`tools/proofs/cluster/${configuration}`, ...options));
}
