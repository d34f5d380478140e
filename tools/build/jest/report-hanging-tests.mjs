// The runner knows no timeouts. A test that takes this long hangs: its worker names it and exits.
import { setInterval } from 'node:timers';

const milliseconds = Number(process.env.TEST_TIMEOUT_SECONDS ?? 300) * 1_000;
let current = '';
let since = Date.now();

function check() {
  const { testPath, currentTestName } = globalThis.expect.getState();
  const test = `${testPath}: ${currentTestName}`;
  if (test !== current) {
    current = test;
    since = Date.now();
  }
  if (Date.now() - since < milliseconds) return;
  console.error(`Hangs: ${test}`);
  process.exit(1);
}

setInterval(check, 1_000).unref();
