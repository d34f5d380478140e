/** Settings of a program, as OpenTelemetry names them. The endpoint is the base URL of a receiver (OTLP over HTTP). */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

/**
 * Loads the SDK if there is a receiver. `program` is a name; `onFailure` is called for each batch of spans that the receiver does
 * not accept. Returns a function that delivers the last spans.
 */
export async function startTracing(
  program: string,
  settings: TracingSettings,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: receiver, OTEL_TRACES_SAMPLER: sampler } = settings;
  if (receiver === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.js');
  return startSdk({ program, receiver, sampler, ratio: settings.OTEL_TRACES_SAMPLER_ARG, onFailure });
}
