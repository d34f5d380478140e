import { type ReceivedSpan, TraceReceiver } from '@governance/testing';
import { type SpanOptions } from './span-options';
import {
  currentTrace,
  inRequestTrace,
  inSharedTrace,
  inSpan,
  inTrace,
  traceHeaders,
  traceId,
  traceparent,
} from './spans';
import { startTracing } from './start-tracing';
import { type TracingSettings } from './tracing-settings';

const statement: SpanOptions = {
  name: 'select',
  kind: 'CLIENT',
  attributes: { 'db.system.name': 'postgresql' },
};
const neverDescribed = (): SpanOptions => {
  throw new Error('a span that is not recorded was described');
};
const job: SpanOptions = { name: 'job', kind: 'CONSUMER' };
const received = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const answered = { route: '/', status: 200 };

describe('without a receiver', () => {
  it('only the work is done', async () => {
    const deliver = await startTracing('spec', {}, () => undefined);
    const known = await inTrace(received, job, () =>
      inSpan(neverDescribed, () => Promise.resolve([traceparent(), traceId(), traceHeaders()])),
    );
    expect(known).toEqual([undefined, undefined, {}]);
    await inRequestTrace('GET', { received, isOurs: true }, () => {
      expect(traceId()).toBeUndefined();
      return Promise.resolve({ route: '/', status: 200 });
    });
    await deliver();
  });
});

describe('with a receiver', () => {
  let receiver: TraceReceiver;
  let deliver: () => Promise<void>;
  const failures: string[] = [];

  async function start(sampling: Omit<TracingSettings, 'OTEL_EXPORTER_OTLP_ENDPOINT'> = {}): Promise<void> {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...sampling };
    deliver = await startTracing('spec', settings, () => void failures.push('failed'));
  }

  beforeEach(async () => {
    receiver = await TraceReceiver.start();
    failures.length = 0;
    await start();
  });
  afterEach(async () => {
    await deliver();
    receiver.close();
  });

  async function delivered(): Promise<ReceivedSpan[]> {
    await deliver();
    return receiver.spans;
  }

  it('a span belongs to the request around it', async () => {
    await inRequestTrace('GET', { received: undefined, isOurs: false }, () =>
      inSpan(statement, () => Promise.resolve({ route: '/results/:id', status: 200 })),
    );
    const [inner, outer] = await delivered();
    expect(inner).toMatchObject({ name: 'select', traceId: outer?.traceId, parentSpanId: outer?.spanId });
    expect(outer).toMatchObject({ name: 'GET /results/:id', program: 'spec', status: { code: 0 } });
    expect(outer?.attributes).toEqual([
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
      { key: 'http.route', value: { stringValue: '/results/:id' } },
    ]);
  });

  it('there is no span of a statement that belongs to no request or job', async () => {
    await inSpan(statement, () => Promise.resolve());
    expect(await delivered()).toEqual([]);
  });

  it('a stranger cannot join a trace or keep one from being recorded, and is linked to', async () => {
    for (const sent of [received, received.replace(/1$/, '0'), 'not a traceparent'])
      await inRequestTrace('GET', { received: sent, isOurs: false }, () => Promise.resolve(answered));
    const spans = await delivered();
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(spans.map((span) => span.traceId))).not.toContain(
      '0af7651916cd43dd8448eb211c80319c',
    );
    expect(spans.map(({ links }) => links.length)).toEqual([1, 1, 0]);
  });

  it('a program of ours goes on with its trace', async () => {
    await inRequestTrace('GET', { received, isOurs: true }, () => Promise.resolve(answered));
    const [span] = await delivered();
    expect(span).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      links: [],
    });
  });

  it('a job goes on with the trace that was stored with it', async () => {
    let stored: string | undefined;
    await inRequestTrace('POST', { received: undefined, isOurs: false }, () => {
      stored = traceparent();
      expect(traceHeaders()).toEqual({ traceparent: stored });
      return Promise.resolve(answered);
    });
    const [id] = await inTrace(stored, job, () => Promise.resolve([traceId()]));
    const [outer, later] = await delivered();
    expect(later).toMatchObject({ name: 'job', traceId: id, parentSpanId: outer?.spanId });
    expect(outer?.traceId).toBe(id);
  });

  it('a job without one begins a trace', async () => {
    await Promise.all([
      inTrace(undefined, job, () => Promise.resolve()),
      inTrace('', job, () => Promise.resolve()),
    ]);
    const spans = await delivered();
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined]);
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(2);
  });

  it('a statement for several requests belongs to the first and is linked to the others', async () => {
    const traces = await Promise.all(
      [1, 2].map(() => inTrace(undefined, job, () => Promise.resolve(currentTrace()))),
    );
    await inSharedTrace(traces, () => inSpan(statement, () => inSpan(statement, () => Promise.resolve())));
    const [first, second, inner, shared] = await delivered();
    expect(shared).toMatchObject({ traceId: first?.traceId, links: [{ traceId: second?.traceId }] });
    expect(inner).toMatchObject({ traceId: first?.traceId, links: [] });
  });

  it('a trace that is not sampled is neither exported nor described, nor are its later jobs', async () => {
    await deliver();
    await start({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 0 });
    let stored: string | undefined;
    await inRequestTrace('POST', { received, isOurs: false }, () =>
      inSpan(neverDescribed, () => {
        stored = traceparent();
        return Promise.resolve(answered);
      }),
    );
    expect(stored).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    await deliver();
    await start();
    await inTrace(stored, job, () => inSpan(neverDescribed, () => Promise.resolve()));
    await inRequestTrace('GET', { received: stored, isOurs: true }, () => Promise.resolve(answered));
    expect(await delivered()).toEqual([]);
  });

  it.each([
    ['always_on', undefined, [true, true, true]],
    ['always_off', undefined, [false, false, false]],
    ['traceidratio', 0, [false, false, false]],
    ['traceidratio', 1, [true, true, true]],
    ['traceidratio', undefined, [true, true, true]],
    ['parentbased_always_on', 0, [true, true, false]],
    ['parentbased_always_off', 1, [false, true, false]],
    ['parentbased_traceidratio', 0, [false, true, false]],
    ['parentbased_traceidratio', 1, [true, true, false]],
    [undefined, undefined, [true, true, false]],
  ] as const)(
    '%s (%s) samples a new trace, a sampled and an unsampled one: %j',
    async (sampler, ratio, sampled) => {
      await deliver();
      await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
      const flags = [undefined, received, received.replace(/1$/, '0')].map((stored) =>
        inTrace(stored, job, () => Promise.resolve(traceparent()?.endsWith('-01'))),
      );
      expect(await Promise.all(flags)).toEqual(sampled);
      expect(await delivered()).toHaveLength(sampled.filter(Boolean).length);
    },
  );

  it('a statement for several requests belongs to the first that is sampled', async () => {
    const unsampled = received.replace(/1$/, '0');
    const traces = await Promise.all(
      [unsampled, received, unsampled].map((stored) =>
        inTrace(stored, job, () => Promise.resolve(currentTrace())),
      ),
    );
    await inSharedTrace(traces, () =>
      inSpan(
        () => statement,
        () => Promise.resolve(),
      ),
    );
    await inSharedTrace(traces.slice(2), () => inSpan(neverDescribed, () => Promise.resolve()));
    const [first, shared, ...others] = await delivered();
    expect(shared).toMatchObject({ name: 'select', parentSpanId: first?.spanId, links: [] });
    expect(others).toEqual([]);
  });

  it('a failure is known by its class or code, and never by its text', async () => {
    const secret = 'person@example.com';
    const refused = Object.assign(new Error(secret), { code: 'EENVELOPE' });
    const [coded, classed] = [inTrace(undefined, job, () => Promise.reject(refused)), new TypeError(secret)];
    await expect(coded).rejects.toBe(refused);
    await expect(inTrace(undefined, job, () => Promise.reject(classed))).rejects.toBe(classed);
    const broken = { route: undefined, status: 503 };
    await inRequestTrace('GET', { received, isOurs: false }, () => Promise.resolve(broken));
    const spans = await delivered();
    expect(spans.map(({ status }) => status)).toEqual([{ code: 2 }, { code: 2 }, { code: 2 }]);
    const types = spans.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'error.type'));
    expect(types.map(({ value }) => value)).toEqual(
      ['EENVELOPE', 'TypeError', '503'].map((stringValue) => ({ stringValue })),
    );
    expect(receiver.bodies.join('')).not.toContain(secret);
  });

  it('that is away, the work goes on and the end does not wait for it', async () => {
    receiver.close();
    expect(await inTrace(undefined, job, () => Promise.resolve('done'))).toBe('done');
    await deliver();
  });

  it('that refuses spans, the operator is told', async () => {
    receiver.status = 400;
    expect(await inTrace(undefined, job, () => Promise.resolve('done'))).toBe('done');
    await deliver();
    expect(failures).toEqual(['failed']);
  });
});
