// Runs the files of a project in one process (ADR 61). The runner knows no timeouts: a file that takes this long hangs, and ends the run.
import { setTimeout, clearTimeout } from 'node:timers';
import LightRunner from 'jest-light-runner';

const seconds = Number(process.env.TEST_TIMEOUT_SECONDS ?? 900);

function exit({ path }) {
  console.error(`Hangs: ${path}`);
  process.exit(1);
}

export class Runner extends LightRunner {
  runTests(tests, watcher, ...reports) {
    const [onStart, onResult, onFailure] = reports;
    const timers = new Map();
    const start = (test) => {
      timers.set(test, setTimeout(exit, seconds * 1_000, test));
      return onStart(test);
    };
    const stop =
      (report) =>
      (test, ...rest) => {
        clearTimeout(timers.get(test));
        return report(test, ...rest);
      };
    return super.runTests(tests, watcher, start, stop(onResult), stop(onFailure));
  }
}

// eslint-disable-next-line no-restricted-syntax -- Jest wants a default export
export { Runner as default };
