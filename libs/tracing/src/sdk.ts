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

export interface SdkOptions {
  readonly program: string;
  readonly receiver: string;
  readonly sampler?: string | undefined;
  /** For `traceidratio`. */
  readonly ratio?: number | undefined;
  readonly onFailure: () => void;
}

/** A receiver that is away must not hold the end of a program. */
const longestFlushMs = 2_000;

/** The samplers that ignore the ratio. */
const shares: Readonly<Record<string, number>> = { always_on: 1, always_off: 0 };

/** The queue is bounded: spans are dropped while the receiver is away. */
export function startSdk({
  program,
  receiver,
  sampler = 'parentbased_always_on',
  ratio = 1,
  onFailure,
}: SdkOptions): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${receiver}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': program, 'service.namespace': 'governance' }),
    sampler: samplerOf(sampler, ratio),
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
function samplerOf(name: string, ratio: number): Sampler {
  const root = new TraceIdRatioBasedSampler(shares[name.replace('parentbased_', '')] ?? ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
