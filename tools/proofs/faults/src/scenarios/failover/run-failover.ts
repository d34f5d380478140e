import { setTimeout as delay } from 'node:timers/promises';
import { type LoadOptions, type RunResult, type Scene, underLoad } from '../under-load';
import { type Outage, outagesIn } from './outages';
import { Standby } from './standby';

export interface FailoverOptions extends LoadOptions {
  /** Under load, before and after the failover. */
  readonly seconds: number;
  /** The time before the primary is lost in which the standby receives nothing. */
  readonly heldSeconds: number;
  /** Whether commits wait for the standby. If not, those of the held time are lost, which the checks must find. */
  readonly isSynchronous: boolean;
}

export interface FailoverResult extends RunResult {
  /** From the loss of the primary until the address leads to its successor. */
  readonly takeOverSeconds: number;
  /** From then on until every program reports ready. */
  readonly readySeconds: number;
  readonly outages: readonly Outage[];
}

/** Loses the primary under load, promotes the standby, and moves the address. The programs keep running. */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const failover = new Failover(options);
  const result = await underLoad(options, failover);
  return { ...result, ...failover.times, outages: outagesIn(result.evidence.history, failover.window) };
}

class Failover {
  readonly window = { began: 0, ended: 0 };
  readonly times = { takeOverSeconds: 0, readySeconds: 0 };
  private standby: Standby | undefined;

  constructor(private readonly options: FailoverOptions) {}

  readonly prepare = async ({ product, report }: Scene): Promise<void> => {
    const standby = await Standby.of(product.database);
    product.defer(() => standby.stop());
    if (this.options.isSynchronous) await standby.synchronize();
    report(`the standby follows, ${this.options.isSynchronous ? 'synchronously' : 'asynchronously'}`);
    this.standby = standby;
  };

  readonly during = async ({ product, recorder, report }: Scene): Promise<void> => {
    const { standby } = this;
    if (!standby) throw new Error('There is no standby.');
    const { seconds, heldSeconds } = this.options;
    await delay(seconds * 1_000);
    this.window.began = recorder.now();
    if (heldSeconds > 0) {
      standby.holdStream();
      report('the standby receives nothing');
      await delay(heldSeconds * 1_000);
    }
    const lostAt = recorder.now();
    standby.losePrimary();
    report('the primary is lost');
    await standby.takeOver();
    const movedAt = recorder.now();
    report('the standby is the primary');
    await product.ready();
    this.window.ended = recorder.now();
    recorder.record({ kind: 'fault', fault: 'failover', ...this.window });
    this.times.takeOverSeconds = (movedAt - lostAt) / 1_000;
    this.times.readySeconds = (this.window.ended - movedAt) / 1_000;
    await delay(seconds * 1_000);
  };
}
