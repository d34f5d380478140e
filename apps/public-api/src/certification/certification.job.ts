import { Certifier, StatusLists } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { repeat } from '@governance/runtime';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';

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
    this.running = repeat(
      {
        task: () => this.certify(),
        onFailure: (error) => {
          this.logger.error({ msg: 'nothing was certified this time', err: error });
        },
        ...{ pauseMs: pollMs, retryMs: pollMs, longestRetryMs: pollMs },
      },
      this.stop.signal,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  /** Everything that waits for its credential, and then the lists. */
  private async certify(): Promise<void> {
    let certified: number;
    do {
      certified = await this.certifier.certifyNext();
      if (certified > 0) this.logger.log({ msg: 'certified', results: certified });
      await this.statusLists.refresh(this.clock.now());
    } while (certified > 0 && !this.stop.signal.aborted);
  }
}
