import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { setTimeout as delay } from 'node:timers/promises';

/** A receiver that is away must not hold the end of a program. */
const longestFlushMs = 2_000;

/** The queue is bounded: spans are dropped while the receiver is away. */
export function startSdk(program: string, receiver: string, onFailure: () => void): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${receiver}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': program, 'service.namespace': 'governance' }),
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
