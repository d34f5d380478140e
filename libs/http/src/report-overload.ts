import { type HttpMetrics, type ProgramLog } from '@governance/runtime';
import { type IncomingMessage } from 'node:http';
import { type Surface } from './surface';

const intervalMs = 1_000;

export interface OverloadReports {
  readonly log: ProgramLog;
  readonly metrics: HttpMetrics;
  readonly surface: Surface;
}

/**
 * Counts requests that are refused because of overload. Once a second they get a log line and reach the metrics, because
 * either for each would cost a tenth of a refusal.
 */
export function reportOverload({ log, metrics, surface }: OverloadReports): (req: IncomingMessage) => void {
  const refused = new Map<string, number>();
  const report = (): void => {
    let all = 0;
    for (const [method, count] of refused) {
      metrics.overloaded(method, count);
      all += count;
    }
    log.warn({ surface: surface.name, refused: all }, 'overloaded: requests were refused');
    refused.clear();
  };
  return ({ method = '' }) => {
    if (refused.size === 0) setTimeout(report, intervalMs).unref();
    refused.set(method, (refused.get(method) ?? 0) + 1);
  };
}
