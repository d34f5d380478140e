import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { failureInWords } from '../failure-in-words';
import { Readiness } from './readiness.port';

/**
 * Whether this program should get work: it has started, is not shutting down, and its dependencies respond.
 * Concurrent probes, and probes within `cacheMs`, share one check. The log has the reason whenever it changes.
 */
export class ProgramReadiness extends Readiness implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Readiness');
  private state: 'starting' | 'running' | 'stopping' = 'starting';
  private latest: Promise<void> | undefined;
  private validUntil = 0;
  /** Why the last check failed; undefined when it did not. */
  private reason: string | undefined;

  constructor(
    private readonly needs: Readiness,
    private readonly cacheMs: number,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.state = 'running';
  }

  /** The first shutdown hook: load balancers switch over while work in progress is finished. */
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
    return this.needs
      .check()
      .then(
        () => {
          this.note(undefined);
        },
        (error: unknown) => {
          this.note(failureInWords(error).words);
          throw error;
        },
      )
      .finally(() => {
        this.validUntil = performance.now() + this.cacheMs;
      });
  }

  private note(reason: string | undefined): void {
    if (reason === this.reason) return;
    this.reason = reason;
    if (reason === undefined) this.logger.log('ready again');
    else this.logger.warn({ msg: 'not ready', reason });
  }
}
