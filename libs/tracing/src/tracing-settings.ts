/** Settings of a program, as OpenTelemetry names them. The endpoint is the base URL of a receiver (OTLP over HTTP). */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}
