import { type Problem } from '@governance/kernel';
import {
  type HttpMetrics,
  loggedPath,
  type NestLog,
  type ProgramLog,
  requestContext,
} from '@governance/runtime';
import { type Request, type RequestHandler } from 'express';
import { type Surface } from './surface';

/** The status of a request whose client went away before it was answered; no client sees it. */
const clientClosedRequest = 499;

export interface RequestObservers {
  readonly log: ProgramLog;
  readonly nestLog: NestLog;
  readonly metrics: HttpMetrics;
  readonly surface: Surface;
}

/**
 * One line in the log and one observation in the metrics for each request, whatever becomes of it: written when its
 * response is over. Nothing of a header but the request id is logged, nothing of a body, and nothing of the client.
 */
export function observeRequests({ log, nestLog, metrics, surface }: RequestObservers): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const context = requestContext(req);
    const requestId = String(context.id);
    res.once('close', () => {
      const milliseconds = performance.now() - began;
      // What is written to a connection that its client has left counts as written.
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
    });
    nestLog.withRequestId(requestId, next);
  };
}

/** Only patterns of routes become labels: there are few of them, and none holds an id. */
function routed(req: Request): { readonly method: string; readonly route: string | undefined } {
  const { path } = (req.route ?? {}) as { path?: unknown };
  return { method: req.method, route: typeof path === 'string' ? path : undefined };
}

/** What an operator needs in order to mend what is ours. A client's mistake is its own affair. */
function causeOf(problem: Problem | undefined): { readonly err?: unknown } {
  if (problem === undefined || problem.status < 500) return {};
  return { err: problem.cause ?? problem };
}
