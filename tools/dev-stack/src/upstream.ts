import { createUpstreamServer } from './upstream/upstream-server';
import { readUpstreamPlan } from './upstream/upstream-plan';

/* The OpenID provider of the organizations, as a program. The stack sets its port and users. */
const { PORT = '', UPSTREAM_FILE = '' } = process.env;
// The library warns at each start that its pages and its memory are for development.
console.warn = () => undefined;
const server = createUpstreamServer(readUpstreamPlan(UPSTREAM_FILE)).listen(Number(PORT), '127.0.0.1');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
