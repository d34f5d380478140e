import { type TracingSettings } from './tracing-settings';

/**
 * Loads the SDK if there is a receiver. `program` is a name; `onFailure` is called for each batch of spans that the receiver does
 * not accept. Returns a function that delivers the last spans.
 */
export async function startTracing(
  program: string,
  settings: TracingSettings,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.js');
  return startSdk(program, { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT }, onFailure);
}
