// Loaded with --require by the bench: SIGUSR2 begins a CPU profile, the next one ends it and writes it to PROFILE_FILE.
const { Session } = require('node:inspector');
const { renameSync, writeFileSync } = require('node:fs');

const file = process.env.PROFILE_FILE;
const session = new Session();
let running = false;

session.connect();

process.on('SIGUSR2', () => {
  if (!running) {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: 200 });
    session.post('Profiler.start');
  } else {
    session.post('Profiler.stop', (_error, { profile }) => {
      writeFileSync(`${file}.new`, JSON.stringify(profile));
      renameSync(`${file}.new`, file);
    });
  }
  running = !running;
});
