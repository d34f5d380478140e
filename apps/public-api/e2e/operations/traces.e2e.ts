import {
  freeOrigin,
  type Inbox,
  openBrowser,
  Product,
  type ReceivedSpan,
  type Replica,
  startInbox,
  TraceReceiver,
  until,
} from '@governance/testing';
import { type Browser } from 'puppeteer';
import { found } from '../support/canaries';
import { documentOf } from '../support/documents';
import { goldenCase } from '../support/golden';
import { answer } from '../support/site';

const { answers } = goldenCase('persona-policy-on-paper');
const address = 'traced-4e1b@example.com';
const organizationName = 'Traced Name 77c0 Ltd';
/** What a browser or a stranger may send. */
const strangersTrace = '0af7651916cd43dd8448eb211c80319c';
const submission = 'POST /api/survey-results';

/** The programs as they ship, with a receiver of traces. */
describe('a submission from a browser', () => {
  let receiver: TraceReceiver;
  let inbox: Inbox;
  let product: Product;
  let browser: Browser;
  let main: Replica;
  let worker: Replica;
  const secrets = [address, 'traced-4e1b', organizationName, 'name 77c0'];

  beforeAll(async () => {
    [receiver, inbox, browser] = await Promise.all([TraceReceiver.start(), startInbox(), openBrowser()]);
    product = await Product.open({
      publicUrl: await freeOrigin(),
      smtpUrl: inbox.smtpUrl,
      extra: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }),
    });
    [main, worker] = await Promise.all([
      product.start('public-api/main'),
      product.start('public-api/worker'),
    ]);
    const resultUrl = await submit();
    await inbox.waitForMail(address);
    await documentOf({ origin: main.origin }, { resultUrl });
    const capability = new URL(resultUrl).pathname.split('/').at(-1) ?? '';
    const [row = {}] = await product.sql('SELECT id, result_id FROM deliveries');
    secrets.push(capability, String(row.id), String(row.result_id));
    await received('SMTP send');
    await received('job public/certificate-documents');
    await received('GET /api/results/:capability/certificate');
  });
  afterAll(async () => {
    await browser.close();
    await product.disposeAsync();
    await inbox.close();
    receiver.close();
  });

  /** Resolves to the address of the result. */
  async function submit(): Promise<string> {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (key !== undefined) secrets.push(key);
    });
    await page.setExtraHTTPHeaders({ traceparent: `00-${strangersTrace}-b7ad6b7169203331-00` });
    await page.goto(`${main.origin}/assessment?mode=msp-self`);
    await answer(page, answers);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await page.type('#submitterEmail', address);
    await page.type('#organizationName', organizationName);
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    return page.url();
  }

  /** The first span of this name, now or when it arrives. */
  function received(name: string): Promise<ReceivedSpan> {
    return until(() => receiver.spans.find((span) => span.name === name));
  }

  const ofTrace = (traceId: string): ReceivedSpan[] =>
    receiver.spans.filter((span) => span.traceId === traceId);

  it('is one trace, from its request over the statements and the print to the mail server', async () => {
    const request = await received(submission);
    const send = await received('SMTP send');
    const spans = ofTrace(request.traceId);
    const named = (name: string, program = 'public-worker'): ReceivedSpan | undefined =>
      spans.find((span) => span.name === name && span.program === program);
    expect(spans.map(({ name }) => name)).toContain('SMTP send');
    const delivery = named('deliver completion');
    expect(request).toMatchObject({ program: 'public-api', links: [{ traceId: strangersTrace }] });
    expect(request.parentSpanId).toBeUndefined();
    for (const name of ['BEGIN', 'insert-results', 'COMMIT'])
      expect(named(name, 'public-api')).toMatchObject({ parentSpanId: request.spanId });
    expect(delivery).toMatchObject({ parentSpanId: request.spanId });
    for (const name of ['print certificate', 'save-message', 'complete-delivery'])
      expect(named(name)).toMatchObject({ parentSpanId: delivery?.spanId });
    expect(send).toMatchObject({ traceId: request.traceId, parentSpanId: delivery?.spanId });
    expect(spans.filter(({ status }) => status.code !== 0)).toEqual([]);
  });

  it('has another trace for the PDF that its holder asks for, from the request to the job', async () => {
    const job = await received('job public/certificate-documents');
    const [request, ...others] = ofTrace(job.traceId).filter(
      ({ parentSpanId }) => parentSpanId === undefined,
    );
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'GET /api/results/:capability/certificate',
      program: 'public-api',
      spanId: job.parentSpanId,
    });
    const statements = ofTrace(job.traceId).map(({ name }) => name);
    for (const name of ['request-certificate_documents', 'print certificate', 'keep-certificate_documents'])
      expect(statements).toContain(name);
  });

  it('has the id of its trace in the lines of the logs', async () => {
    const { traceId } = await received(submission);
    const line = main.program
      .log()
      .find(({ path, method }) => `${String(method)} ${String(path)}` === submission);
    expect(line).toMatchObject({ msg: 'request', trace_id: traceId });
    expect(worker.program.log().find(({ msg }) => msg === 'delivery')).toMatchObject({ trace_id: traceId });
  });

  it('leaves no address, name, token, id or capability in any span', async () => {
    // The address of the page with the capability was requested, too.
    await received('GET /results/:capability');
    expect(secrets.length).toBeGreaterThan(7);
    const leaks = (): string[] => found(receiver.bodies.join(''), secrets);
    expect(leaks()).toEqual([]);
    const texts = receiver.spans.flatMap(({ name, attributes, events, links, status }) =>
      JSON.stringify([name, attributes, events, links.length, status]),
    );
    // Any address, UUID, query, token or database address, also of a page that this test does not know.
    expect(
      texts.filter((text) => /@|[0-9a-f]{8}-[0-9a-f]{4}|[?&]\w+=|[\w-]{40}|postgres:/i.test(text)),
    ).toEqual([]);
    for (const secret of secrets) {
      receiver.bodies.push(JSON.stringify({ planted: secret }));
      expect([secret, leaks().length > 0]).toEqual([secret, true]);
      receiver.bodies.pop();
    }
  });
});
