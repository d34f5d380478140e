// Loaded with --require by the bench: SIGUSR2 begins to watch the event loop, the next one writes to BLOCKS_FILE for how
// many milliseconds it was blocked longest meanwhile.
const { renameSync, writeFileSync } = require('node:fs');

const file = process.env.BLOCKS_FILE;
let timer;
let longest = 0;

process.on('SIGUSR2', () => {
  if (timer === undefined) {
    let last = performance.now();
    longest = 0;
    timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last - 1);
      last = now;
    }, 1);
  } else {
    clearInterval(timer);
    timer = undefined;
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
  }
});
