import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { setTimeout as delay } from 'node:timers/promises';
import { type TracingSettings } from './tracing-settings';

/** A receiver that is away must not hold the end of a program. */
const longestFlushMs = 2_000;

/** The share of traces that samplers without an argument take. */
const shares: Readonly<Record<string, number>> = { always_on: 1, always_off: 0 };

/** The queue is bounded: spans are dropped while the receiver is away. */
export function startSdk(
  program: string,
  settings: TracingSettings & { readonly OTEL_EXPORTER_OTLP_ENDPOINT: string },
  onFailure: () => void,
): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': program, 'service.namespace': 'governance' }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  setGlobalErrorHandler(onFailure);
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    for (const api of [trace, context, propagation]) api.disable();
    const delivered = provider.shutdown().catch(onFailure);
    await Promise.race([delivered, delay(longestFlushMs, undefined, { ref: false })]);
  };
}

/** With `parentbased_` a trace that another program began is sampled if that program sampled it. */
function samplerOf({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: ratio = 1,
}: TracingSettings): Sampler {
  const root = new TraceIdRatioBasedSampler(shares[name.replace('parentbased_', '')] ?? ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
