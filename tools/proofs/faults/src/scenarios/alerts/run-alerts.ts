import { Random, type Replica } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { thorough } from '../../schedule/pace';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { Standby } from '../failover/standby';
import { type LoadOptions, type RunResult, type Scene, underLoad } from '../under-load';
import { type AlertFault, alertFaults } from './alert-faults';
import { alertNames, checkRules, Prometheus } from './prometheus';

export interface AlertsOptions extends LoadOptions {
  /** By which the times of the rules are shorter. */
  readonly factor: number;
  /** For an alert to fire, and to clear. */
  readonly patienceSeconds: number;
  /** Names of the alerts whose faults are injected; by default all. */
  readonly only?: readonly string[];
}

/** How long an alert needed; undefined if it never did, or if it has no fault. */
export interface AlertTimes {
  readonly alert: string;
  readonly fault: string | undefined;
  readonly firedAfterSeconds: number | undefined;
  readonly clearedAfterSeconds: number | undefined;
}

export interface AlertsResult extends RunResult {
  /** In the order of the rules. */
  readonly times: readonly AlertTimes[];
}

const pollMs = 500;

/** Injects each fault under load until its alerts fire, removes its cause, and waits until they clear by themselves. */
export async function runAlerts(options: AlertsOptions): Promise<AlertsResult> {
  checkRules();
  const unknown = options.only?.filter((name) => !alertNames.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`No rule has the alert ${unknown.join(', ')}.`);
  const times: AlertTimes[] = [];
  const result = await underLoad(
    { ...options, diskMegabytes: 3_000 },
    {
      during: async (scene) => {
        const { product } = scene;
        const standby = await Standby.of(product.database);
        product.defer(() => standby.stop());
        const prometheus = await Prometheus.watch(product, await readerOf(product, standby), options.factor);
        product.defer(() => prometheus.stop());
        times.push(...(await new AlertProof(scene, { prometheus, standby }, options).all()));
      },
    },
  );
  return { ...result, times: inOrder(times, options.only) };
}

const nameOf = (alert: string): string => alert.split(' ')[0] ?? alert;

/** Names an alert without a fault too. */
function inOrder(times: readonly AlertTimes[], only: readonly string[] = alertNames): readonly AlertTimes[] {
  const unfired = { fault: undefined, firedAfterSeconds: undefined, clearedAfterSeconds: undefined };
  return alertNames
    .filter((name) => only.includes(name))
    .flatMap((name) => {
      const own = times.filter(({ alert }) => nameOf(alert) === name);
      return own.length > 0 ? own : [{ alert: name, ...unfired }];
    });
}

/** A public service that reads from the standby. It gets no load. */
async function readerOf(product: ReplicatedProduct, standby: Standby): Promise<Replica> {
  const url = new URL(await product.database.urlOf('public-api/main'));
  url.port = String(standby.port);
  return product.startFurther('public-api/main', { DATABASE_READ_URL: url.href });
}

class AlertProof {
  constructor(
    private readonly scene: Scene,
    private readonly watched: { readonly prometheus: Prometheus; readonly standby: Standby },
    private readonly options: AlertsOptions,
  ) {}

  async all(): Promise<AlertTimes[]> {
    const { product, world } = this.scene;
    const random = new Random(this.options.seed);
    const rows: Promise<AlertTimes[]>[] = [];
    // Some clear only after hours, meanwhile the next faults are injected.
    const { standby } = this.watched;
    const { only = alertNames } = this.options;
    for (const each of alertFaults({ product, world, random, burst: thorough.burst, standby }))
      if (each.alerts.some((alert) => only.includes(nameOf(alert))))
        rows.push((await this.inject(each)).cleared);
    return (await Promise.all(rows)).flat();
  }

  private async inject({ title, alerts, fault }: AlertFault): Promise<{ cleared: Promise<AlertTimes[]> }> {
    const { recorder, report } = this.scene;
    await this.waitFor((firing) => alerts.every((alert) => !firing.has(alert)));
    report(title);
    const began = recorder.now();
    try {
      await fault.begin();
    } catch (error) {
      // Its alerts have no times, so the run fails, but not before the other faults.
      report(`not injected: ${String(error)}`);
      return { cleared: Promise.resolve([]) };
    }
    const fired = await Promise.all(alerts.map((alert) => this.waitFor((firing) => firing.has(alert))));
    const ending = recorder.now();
    await fault.end();
    const ended = recorder.now();
    recorder.record({ kind: 'fault', fault: title, began, ending, ended });
    report(
      `the cause is removed; fired after ${fired.map((at) => seconds(began, at) ?? 'never').join(', ')} s`,
    );
    const cleared = alerts.map(async (alert, index) => {
      const at = await this.waitFor((firing) => !firing.has(alert));
      report(`${alert} has cleared: ${seconds(ended, at) ?? 'never'} s after the cause`);
      return {
        alert,
        fault: title,
        firedAfterSeconds: seconds(began, fired[index]),
        clearedAfterSeconds: seconds(ended, at),
      };
    });
    return { cleared: Promise.all(cleared) };
  }

  /** Resolves to the time at which the state came; undefined when it did not. */
  private async waitFor(isReached: (firing: ReadonlySet<string>) => boolean): Promise<number | undefined> {
    const { recorder } = this.scene;
    const limit = recorder.now() + this.options.patienceSeconds * 1_000;
    while (recorder.now() < limit) {
      // It does not answer when a signal ends the run.
      const firing = await this.watched.prometheus.firing().catch(() => undefined);
      if (firing && isReached(firing)) return recorder.now();
      await delay(pollMs);
    }
    return undefined;
  }
}

function seconds(from: number, to: number | undefined): number | undefined {
  return to === undefined ? undefined : Math.round((to - from) / 1_000);
}
