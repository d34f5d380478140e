import { ratio } from './number-fields';
import { oneOf } from './text-fields';
import { httpUrl } from './url-fields';

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe('the receiver of traces (OpenTelemetry, OTLP over HTTP); without one no traces are made'),
  OTEL_TRACES_SAMPLER: oneOf(...samplers, ...samplers.map((root) => `parentbased_${root}` as const))
    .optional()
    .describe('which traces are recorded (as OpenTelemetry specifies); by default parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio()
    .optional()
    .describe('the share of traces that a sampler with traceidratio records; by default 1'),
};
