import { ratio } from './number-fields';
import { oneOf } from './text-fields';
import { httpUrl } from './url-fields';

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe('the receiver of traces (OpenTelemetry, OTLP over HTTP); without one no traces are made'),
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  )
    .optional()
    .describe('which traces are recorded (as OpenTelemetry specifies); by default parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio()
    .optional()
    .describe('the share of traces that a sampler with traceidratio records; by default 1'),
};
