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
  withTrace,
} from './spans';
export { startTracing } from './start-tracing';
export { type TracingSettings } from './tracing-settings';
