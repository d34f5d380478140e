// Loaded with --require by the self-test of the bench only: 0.1 ms of work after every request, as a forgotten loop would be.
const { Server } = require('node:http');

const emit = Server.prototype.emit;

Server.prototype.emit = function emitSlowly(event, ...args) {
  if (event === 'request') setImmediate(spin);
  return emit.call(this, event, ...args);
};

function spin() {
  const until = performance.now() + 0.1;
  while (performance.now() < until);
}
