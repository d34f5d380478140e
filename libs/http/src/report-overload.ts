import { type HttpMetrics, type ProgramLog } from '@governance/runtime';
import { type IncomingMessage } from 'node:http';
import { type Surface } from './surface';

const intervalMs = 1_000;

export interface OverloadReports {
  readonly log: ProgramLog;
  readonly metrics: HttpMetrics;
  readonly surface: Surface;
}

/** Counts requests that are refused because of overload. They share a log line a second, so that they do not cost one each. */
export function reportOverload({ log, metrics, surface }: OverloadReports): (req: IncomingMessage) => void {
  let refused = 0;
  const report = (): void => {
    log.warn({ surface: surface.name, refused }, 'overloaded: requests were refused');
    refused = 0;
  };
  return ({ method = '' }) => {
    metrics.overloaded(method);
    if (refused === 0) setTimeout(report, intervalMs).unref();
    refused += 1;
  };
}
