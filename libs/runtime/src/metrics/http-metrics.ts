import { Counter, Histogram, type Registry } from 'prom-client';
import { type ProblemKind } from '@governance/kernel';

export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the route; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
  /** The problem, if the request was refused or failed. */
  readonly problem: ProblemKind | undefined;
}

/** From a response from memory to a request that reaches every time limit. */
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** HTTP metrics. Labels are bounded: unknown paths share one label, and no label identifies a person or an object. */
export class HttpMetrics {
  private readonly duration: Histogram;
  private readonly refused: Counter;
  private readonly malformed: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    });
    this.refused = new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests answered with an error, by kind; refused submissions are those of POST /api/survey-results',
      labelNames: ['method', 'route', 'status', 'kind'],
      registers,
    });
    this.malformed = new Counter({
      name: 'http_malformed_requests_total',
      help: 'Connections closed because the input was not HTTP, had too large a head, or was too slow',
      labelNames: ['status'],
      registers,
    });
  }

  observe({ method, route = 'unmatched', status, seconds, problem }: ObservedRequest): void {
    const labels = { method, route, status };
    this.duration.observe(labels, seconds);
    if (problem !== undefined) this.refused.inc({ ...labels, kind: problem });
  }

  /** Requests that were refused before their route was known. They have no duration: zeros would hide that the others wait. */
  overloaded(method: string, count: number): void {
    this.refused.inc({ method, route: 'unmatched', status: 503, kind: 'overloaded' }, count);
  }

  malformedRequest(status: number): void {
    this.malformed.inc({ status });
  }
}
