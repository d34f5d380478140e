import { Logger } from '@nestjs/common';
import { Readiness } from './readiness.port';
import { ProgramReadiness } from './program-readiness';

class CountingNeeds extends Readiness {
  checks = 0;
  failure: Error | undefined;

  async check(): Promise<void> {
    this.checks += 1;
    await Promise.resolve();
    if (this.failure) throw this.failure;
  }
}

describe('ProgramReadiness', () => {
  const needs = new CountingNeeds();
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();

  function running(cacheMs: number): ProgramReadiness {
    const readiness = new ProgramReadiness(needs, cacheMs);
    readiness.onApplicationBootstrap();
    return readiness;
  }

  beforeEach(() => {
    needs.checks = 0;
    needs.failure = undefined;
    jest.clearAllMocks();
  });
  afterAll(() => jest.restoreAllMocks());

  it('is ready from the end of startup to the start of shutdown', async () => {
    const readiness = new ProgramReadiness(needs, 0);
    await expect(readiness.check()).rejects.toThrow('starting');
    readiness.onApplicationBootstrap();
    await readiness.check();
    readiness.onModuleDestroy();
    await expect(readiness.check()).rejects.toThrow('stopping');
    expect(needs.checks).toBe(1);
  });

  it('is not ready while a dependency is unavailable, and is ready again afterwards', async () => {
    const readiness = running(0);
    needs.failure = new Error('away');
    await expect(readiness.check()).rejects.toThrow('away');
    needs.failure = undefined;
    await readiness.check();
  });

  it('logs why it is not ready when the reason changes, and when it is ready again', async () => {
    const readiness = running(0);
    await readiness.check();
    for (const reason of ['away', 'away', 'full']) {
      needs.failure = new Error(reason);
      await expect(readiness.check()).rejects.toThrow(reason);
    }
    expect(log.mock.calls).toEqual([]);
    needs.failure = undefined;
    await readiness.check();
    await readiness.check();
    const reasons = ['away', 'full'].map((reason) => [{ msg: 'not ready', reason }]);
    expect([warn.mock.calls, log.mock.calls]).toEqual([reasons, [['ready again']]]);
  });

  it('answers concurrent probes with one check', async () => {
    const readiness = running(0);
    await Promise.all([readiness.check(), readiness.check(), readiness.check()]);
    expect(needs.checks).toBe(1);
    await readiness.check();
    expect(needs.checks).toBe(2);
  });

  it('checks again only when the last result, good or bad, is old', async () => {
    const readiness = running(60_000);
    await readiness.check();
    await readiness.check();
    expect(needs.checks).toBe(1);

    const failing = running(60_000);
    needs.failure = new Error('away');
    for (let probe = 0; probe < 2; probe++) await expect(failing.check()).rejects.toThrow('away');
    expect(needs.checks).toBe(2);
  });
});
