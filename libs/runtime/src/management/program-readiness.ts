import { type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Readiness } from './readiness.port';

/**
 * Whether this program should be given work: it has started, it is not on its way out, and what it needs answers.
 * Probes that come together, or within `cacheMs`, are answered by one check.
 */
export class ProgramReadiness extends Readiness implements OnApplicationBootstrap, OnModuleDestroy {
  private state: 'starting' | 'running' | 'stopping' = 'starting';
  private latest: Promise<void> | undefined;
  private validUntil = 0;

  constructor(
    private readonly needs: Readiness,
    private readonly cacheMs: number,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.state = 'running';
  }

  /** The first hook of a shutdown: load balancers look elsewhere while what is under way is finished. */
  onModuleDestroy(): void {
    this.state = 'stopping';
  }

  async check(): Promise<void> {
    if (this.state !== 'running') throw new Error(`the program is ${this.state}`);
    if (this.latest === undefined || performance.now() >= this.validUntil) this.latest = this.begin();
    await this.latest;
  }

  private begin(): Promise<void> {
    this.validUntil = Infinity;
    return this.needs.check().finally(() => {
      this.validUntil = performance.now() + this.cacheMs;
    });
  }
}
