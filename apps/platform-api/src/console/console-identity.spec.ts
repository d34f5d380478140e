import { FixedClock, listen, newTestKeyring } from '@governance/testing';
import { inTrace, startTracing, traceparent } from '@governance/tracing';
import { createServer } from 'node:http';
import { ConsoleIdentity } from './console-identity';
import { type ConsoleSettings } from './console-settings';

it('the identity provider gets the trace of the request that asks it', async () => {
  const received = new Set<unknown>();
  const server = createServer((req, res) => {
    received.add(req.headers.traceparent);
    res.writeHead(404).end();
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const settings = {
    baseUrl: issuer,
    issuer,
    issuerUrl: issuer,
    clientId: 'console',
    clientSecret: undefined,
  };
  const identity = new ConsoleIdentity(settings as ConsoleSettings, newTestKeyring(), new FixedClock());
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: issuer, OTEL_TRACES_SAMPLER: 'always_off' };
  const endTracing = await startTracing('spec', traces, () => undefined);
  const sent = await inTrace(undefined, { name: 'request', kind: 'SERVER' }, async () => {
    await expect(identity.begin({ returnTo: '/console' })).rejects.toThrow();
    return traceparent();
  });
  await endTracing();
  server.close();
  expect(sent).toBeDefined();
  expect([...received]).toEqual([sent]);
});
