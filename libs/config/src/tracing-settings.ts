import { httpUrl } from './url-fields';

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe('the receiver of traces (OpenTelemetry, OTLP over HTTP); without one no traces are made'),
};
