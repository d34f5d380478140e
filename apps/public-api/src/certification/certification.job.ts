import { Certifier, Clock, StatusLists } from '@governance/assessments';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How often to look for results without a credential. A result does not announce itself: every notification takes a lock
 * that commits wait for, and submissions should not.
 */
const pollMs = 1_000;

/** Certifies every result, mailed or not, and keeps the lists of withdrawals true, from start to shutdown. */
@Injectable()
export class CertificationJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Certification');
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly certifier: Certifier,
    private readonly statusLists: StatusLists,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      const certified = await this.round();
      if (certified === 0) await delay(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Answers how many results were certified; none when that failed, so that it is tried again after a pause. */
  private async round(): Promise<number> {
    try {
      const certified = await this.certifier.certifyNext();
      if (certified > 0) this.logger.log({ msg: 'certified', results: certified });
      await this.statusLists.refresh(this.clock.now());
      return certified;
    } catch (error) {
      this.logger.error({ msg: 'nothing was certified this time', err: error });
      return 0;
    }
  }
}
