// Runs the files of a worker in one process (ADR 61). The runner knows no timeouts: a file that takes this long hangs, and ends the run.
import { setTimeout, clearTimeout } from 'node:timers';
import { createRunner } from 'jest-light-runner';

const seconds = Number(process.env.TEST_TIMEOUT_SECONDS ?? 900);

function exit({ path }) {
  console.error(`Hangs: ${path}`);
  process.exit(1);
}

export class Runner extends createRunner({ runtime: 'child_process' }) {
  runTests(tests, watcher, ...reports) {
    const [onStart, onResult, onFailure] = reports;
    const timers = new Map();
    // A process that asks for the runner's data makes it answer all that wait, also one that does not listen yet and would wait
    // for ever. So the first file runs alone, and a run has two processes at most.
    const { promise: firstIsOver, resolve: endFirst } = Promise.withResolvers();
    const start = async (test) => {
      if (test !== tests[0]) await firstIsOver;
      timers.set(test, setTimeout(exit, seconds * 1_000, test));
      return onStart(test);
    };
    const stop =
      (report) =>
      (test, ...rest) => {
        clearTimeout(timers.get(test));
        endFirst();
        return report(test, ...rest);
      };
    return super.runTests(tests, watcher, start, stop(onResult), stop(onFailure));
  }
}

// eslint-disable-next-line no-restricted-syntax -- Jest wants a default export
export { Runner as default };
