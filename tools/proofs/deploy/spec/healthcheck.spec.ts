import { ManagementServer, Readiness } from '@governance/runtime';
import { freePort } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';

const script = join(__dirname, '../../../../docker/healthcheck.mjs');

/** Its exit code, as the container engine sees it. */
async function check(port: number, ...path: string[]): Promise<number> {
  return promisify(execFile)(process.execPath, [script, String(port), ...path]).then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  );
}

class NeverReady extends Readiness {
  check(): Promise<void> {
    return Promise.reject(new Error('not yet'));
  }
}

describe('the health check of the images', () => {
  const server = new ManagementServer({ port: 0, registry: new Registry(), readiness: new NeverReady() });
  beforeAll(() => server.onModuleInit());
  afterAll(() => {
    server.onApplicationShutdown();
  });

  it('succeeds for a live program, ready or not', async () => {
    expect(await check(server.port)).toBe(0);
    expect(await check(server.port, '/health/ready')).toBe(1);
  });

  it('fails for a program that does not answer', async () => {
    expect(await check(await freePort())).toBe(1);
  });
});
