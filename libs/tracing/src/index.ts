export { type SpanAttributes, type SpanOptions } from './span-options';
export {
  currentTrace,
  inRequestTrace,
  inSharedTrace,
  inSpan,
  inTrace,
  type Trace,
  traceHeaders,
  traceId,
  traceparent,
} from './spans';
export { startTracing } from './start-tracing';
