import { type Problem } from '@governance/kernel';
import {
  type HttpMetrics,
  loggedPath,
  type NestLog,
  type ProgramLog,
  requestContext,
} from '@governance/runtime';
import { currentTrace, inRequestTrace, withTrace } from '@governance/tracing';
import { type Request, type RequestHandler } from 'express';
import { type Surface } from './surface';

/** The logged status of a request whose client disconnected before the response; no client sees it. */
const clientClosedRequest = 499;

export interface RequestObservers {
  readonly log: ProgramLog;
  readonly nestLog: NestLog;
  readonly metrics: HttpMetrics;
  readonly surface: Surface;
  /** Whether the request comes from a program of ours, whose trace goes on. */
  readonly isOurs: (req: Request) => boolean;
}

/**
 * Writes one log line and one metrics observation for each request when its response ends, in every case. Logs no header
 * except the request id, no body, and no data of the client.
 */
export function observeRequests({
  log,
  nestLog,
  metrics,
  surface,
  isOurs,
}: RequestObservers): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const context = requestContext(req);
    const requestId = String(context.id);
    const observe = (): { readonly route: string | undefined; readonly status: number } => {
      const milliseconds = performance.now() - began;
      // Data written to a connection that the client has closed counts as written.
      const aborted = !res.writableFinished || req.readableAborted;
      const status = aborted ? clientClosedRequest : res.statusCode;
      const { problem } = context;
      metrics.observe({ ...routed(req), status, seconds: milliseconds / 1000, problem: problem?.kind });
      log[status >= 500 ? 'error' : 'info'](
        {
          requestId,
          surface: surface.name,
          method: req.method,
          path: loggedPath(req.originalUrl),
          status,
          durationMs: Math.round(milliseconds * 10) / 10,
          ...causeOf(problem),
        },
        aborted ? 'request aborted' : 'request',
      );
      return { route: routed(req).route, status };
    };
    void inRequestTrace(req.method, { received: req.get('traceparent'), isOurs: isOurs(req) }, () => {
      const trace = currentTrace();
      return new Promise((resolve) => {
        res.once('close', () => {
          resolve(withTrace(trace, observe));
        });
        nestLog.withRequestId(requestId, next);
      });
    });
  };
}

/** Only route patterns become labels: they are few and contain no id. */
function routed(req: Request): { readonly method: string; readonly route: string | undefined } {
  const { path } = (req.route ?? {}) as { path?: unknown };
  return { method: req.method, route: typeof path === 'string' ? path : undefined };
}

/** The cause of a server error, for the operator. Client errors have none in the log. */
function causeOf(problem: Problem | undefined): { readonly err?: unknown } {
  if (problem === undefined || problem.status < 500) return {};
  return { err: problem.cause ?? problem };
}
