import * as api from '@opentelemetry/api';
import { type SpanAttributes, type SpanOptions } from './span-options';

/** The trace that code belongs to, to go on with it later. */
export type Trace = api.Context;

const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
const sharing = Symbol('links of the next span');

/** A span of the current trace. Without one that is sampled, and while tracing is off, only the work is done. */
export function inSpan<Result>(
  span: SpanOptions | (() => SpanOptions),
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isSampled(context.active())) return work();
  return run(typeof span === 'function' ? span() : span, context.active(), work);
}

/** The first span of this process: it continues a stored trace, or begins one. */
export function inTrace<Result>(
  stored: string | null | undefined,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return run(options, traceOf(stored), work);
}

/**
 * The span of a request, until the work resolves to how it was answered. `received`: the header `traceparent`, which is continued
 * only from a program of ours. From others it is linked to.
 */
export async function inRequestTrace(
  method: string,
  { received, isOurs }: { readonly received: string | undefined; readonly isOurs: boolean },
  work: () => Promise<{ readonly route: string | undefined; readonly status: number }>,
): Promise<void> {
  const sender = traceOf(received);
  const parent = isOurs ? sender : ROOT_CONTEXT.setValue(sharing, linksTo(sender));
  await run({ name: method, kind: 'SERVER' }, parent, async (span) => {
    const { route, status } = await work();
    if (route !== undefined) span.updateName(`${method} ${route}`);
    note(span, { 'http.request.method': method, 'http.response.status_code': status, 'http.route': route });
    if (status >= 500) fail(span, String(status));
  });
}

export function currentTrace(): Trace {
  return context.active();
}

export function withTrace<Result>(current: Trace, work: () => Result): Result {
  return context.with(current, work);
}

/** Work for several traces: its span belongs to the first one that is sampled, and has links to the others. */
export function inSharedTrace<Result>(traces: readonly Trace[], work: () => Result): Result {
  const [first = ROOT_CONTEXT, ...others] = traces.filter(isSampled);
  return withTrace(first.setValue(sharing, others.flatMap(linksTo)), work);
}

/** The current span as the header `traceparent` (W3C Trace Context), which can be stored. */
export function traceparent(): string | undefined {
  return traceHeaders().traceparent;
}

/** The headers by which another program goes on with the current trace. */
export function traceHeaders(): { readonly traceparent?: string } {
  const headers = {};
  propagation.inject(context.active(), headers);
  return headers;
}

export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

function isSampled(current: Trace): boolean {
  const { traceFlags = TraceFlags.NONE } = trace.getSpanContext(current) ?? {};
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

function traceOf(received: string | null | undefined): Trace {
  return propagation.extract(ROOT_CONTEXT, { traceparent: received ?? '' });
}

function linksTo(other: Trace): api.Link[] {
  const linked = trace.getSpanContext(other);
  return linked === undefined ? [] : [{ context: linked }];
}

async function run<Result>(
  { name, kind, attributes = {} }: SpanOptions,
  parent: Trace,
  work: (span: api.Span) => Promise<Result>,
): Promise<Result> {
  const links = (parent.getValue(sharing) ?? []) as api.Link[];
  const span = trace.getTracer('governance').startSpan(name, { kind: SpanKind[kind], links }, parent);
  note(span, attributes);
  try {
    return await context.with(trace.setSpan(parent.deleteValue(sharing), span), () => work(span));
  } catch (error) {
    fail(span, typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function note(span: api.Span, attributes: SpanAttributes): void {
  span.setAttributes({ ...attributes });
}

/** An error is known by its class or code: its text may quote a person. */
function fail(span: api.Span, type: string): void {
  note(span, { 'error.type': type });
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
