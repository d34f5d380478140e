// Loaded with --require: on SIGUSR2 it writes to BLOCKS_FILE the longest block of the event loop since the last signal, in
// milliseconds.
const { renameSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const resolution = 1;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();

process.on('SIGUSR2', () => {
  const file = process.env.BLOCKS_FILE;
  writeFileSync(`${file}.new`, String(Math.max(0, delays.max / 1e6 - resolution)));
  renameSync(`${file}.new`, file);
  delays.reset();
});
