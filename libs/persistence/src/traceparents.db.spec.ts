import { type SurveyResult } from '@governance/assessments';
import { PostgresJobQueue } from '@governance/postgres';
import { TraceReceiver, until } from '@governance/testing';
import { inTrace, startTracing, traceparent } from '@governance/tracing';
import { randomUUID } from 'node:crypto';
import { create, draftOf } from '../spec/credential-fixtures';
import { laterBy, noon, openTestStores, resultOf, type TestStores } from '../spec/fixtures';
import { invitationOf, partsOf } from '../spec/invitation-fixtures';
import { PostgresCredentialStore } from './credentials/postgres-credential.store';
import { PostgresDeliveryQueue } from './deliveries/postgres-delivery-queue';
import { PostgresResendQueue } from './deliveries/postgres-resend-queue';
import { PostgresExpiryNotices } from './expiry/postgres-expiry-notices';
import { PostgresInvitationStore } from './invitations/postgres-invitation.store';
import { PostgresResultDocuments } from './results/documents/postgres-result-documents';
import { PostgresDomainProofs } from './results/domains/postgres-domain-proofs';
import { PostgresResultStore } from './results/postgres-result.store';

const submitterEmail = 'assessor@example.com';
const dayMs = 86_400_000;

describe('the trace of a request', () => {
  let stores: TestStores;
  let receiver: TraceReceiver;
  let deliverSpans: () => Promise<void>;
  let results: PostgresResultStore;

  beforeAll(async () => {
    stores = await openTestStores();
    receiver = await TraceReceiver.start();
    deliverSpans = await startTracing(
      'spec',
      { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
      () => undefined,
    );
    results = new PostgresResultStore(stores.database, stores.keyring);
  });
  beforeEach(() => stores.sql('TRUNCATE deliveries, survey_results, certificate_domains, jobs CASCADE'));
  afterAll(async () => {
    await deliverSpans();
    receiver.close();
    await stores.close();
  });

  /** Does the work in a trace of its own; resolves to its `traceparent`. */
  function traced(work: () => Promise<unknown>): Promise<string> {
    return inTrace(undefined, { name: 'request', kind: 'SERVER' }, async () => {
      await work();
      return traceparent() ?? '';
    });
  }

  async function stored(table: 'deliveries' | 'jobs'): Promise<unknown[]> {
    const rows = await stores.sql(`SELECT traceparent FROM ${table} ORDER BY traceparent`);
    return rows.map((row) => row.traceparent);
  }

  async function submitted(extras: object = {}): Promise<SurveyResult> {
    const result = resultOf();
    await results.create(result, extras);
    return result;
  }

  it('is stored with each delivery, also of submissions that share a statement, and told to its worker', async () => {
    const submit = (): Promise<string> =>
      traced(() => submitted({ submitterEmail, deliveryId: randomUUID() }));
    const traces = await Promise.all([submit(), submit(), submit()]);
    expect(new Set(traces).size).toBe(3);
    expect(traces.every((trace) => /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/.test(trace))).toBe(true);
    expect(await stored('deliveries')).toEqual(traces.toSorted());
    const queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
    const claimed = await queue.claim({ now: noon, leaseUntil: laterBy(1_000) });
    expect(traces).toContain(claimed?.traceparent);
    const known = (): Set<string> => {
      const insertions = receiver.spans.filter(({ name }) => name === 'insert-results');
      return new Set(
        insertions.flatMap(({ traceId, links }) => [traceId, ...links.map((link) => link.traceId)]),
      );
    };
    // The span of a shared statement belongs to one trace, and has links to the others.
    const ids = traces.map((trace) => trace.slice(3, 35));
    await until(() => ids.every((id) => known().has(id)));
  });

  it('is not stored with a reminder, nor without a trace', async () => {
    const reminder = { deliveryId: randomUUID(), dueAt: laterBy(dayMs) };
    const extras = { submitterEmail, deliveryId: randomUUID(), reminder };
    const trace = await traced(() => submitted(extras));
    expect(await stored('deliveries')).toEqual([trace, null]);
    await submitted({ submitterEmail, deliveryId: randomUUID() });
    expect(await stored('deliveries')).toEqual([trace, null, null]);
  });

  it('is stored with a resend, a mail to a domain, an invitation and an expiry notice', async () => {
    const { id: resultId } = await submitted({ submitterEmail });
    const clientAddress = '192.0.2.1';
    const resends = new PostgresResendQueue(stores.database, stores.keyring);
    const resend = { resultId, deliveryId: randomUUID(), clientAddress, now: noon };
    const proofs = new PostgresDomainProofs(stores.database, stores.keyring);
    await proofs.ask(resultId, 'msp.example', noon);
    const toDomain = { mailbox: 'postmaster', deliveryId: randomUUID(), clientAddress, now: noon } as const;
    const invitations = new PostgresInvitationStore(stores.database, stores.keyring).forOrg('acme');
    const invitation = invitationOf();
    const credentials = new PostgresCredentialStore(stores.database, stores.keyring).forOrg('acme');
    await create(credentials, draftOf({ expiresAt: laterBy(5 * dayMs) }), { now: laterBy(-100 * dayMs) });
    const notices = new PostgresExpiryNotices(stores.database, stores.keyring);
    const mails = [{ deliveryId: randomUUID(), email: submitterEmail }];
    const traces = [
      await traced(() => resends.add(resend)),
      await traced(() => proofs.requestMail(resultId, toDomain)),
      await traced(() => invitations.create(invitation, partsOf(invitation))),
      await traced(() => notices.queue('acme', { now: noon, mails })),
    ];
    expect(await stored('deliveries')).toEqual(traces.toSorted());
  });

  it('is stored with the job that a trigger adds, and replaced or removed by the next one', async () => {
    const { id: resultId } = await submitted();
    const documents = new PostgresResultDocuments(stores.database, stores.keyring, 'certificate_documents');
    const request = { resultId, now: noon, perHour: 10 };
    const first = await traced(() => documents.request(request));
    expect(await stored('jobs')).toEqual([first]);
    const jobs = new PostgresJobQueue(stores.database, 'public');
    const claim = { queue: 'public/certificate-documents', leaseMs: 1_000 };
    expect(await jobs.claim([claim], noon)).toMatchObject({ traceparent: first });
    await stores.sql(`UPDATE certificate_documents SET state = 'parked'`);
    const second = await traced(() => documents.request(request));
    expect(second).not.toBe(first);
    expect(await stored('jobs')).toEqual([second]);
    // As by the previous release, or by a worker.
    await stores.sql(`UPDATE certificate_documents SET state = 'queued'`);
    expect(await stored('jobs')).toEqual([null]);
  });

  it('is stored with the check of a domain, and ends with the transaction', async () => {
    const { id } = await submitted();
    const proofs = new PostgresDomainProofs(stores.database, stores.keyring);
    await proofs.ask(id, 'msp.example', noon);
    const check = await traced(() => proofs.requestCheck(id, noon));
    expect(await stored('jobs')).toEqual([check]);
    await proofs.requestMail(id, {
      mailbox: 'postmaster',
      deliveryId: randomUUID(),
      clientAddress: '192.0.2.1',
      now: noon,
    });
    const proof = await proofs.find(id);
    const confirm = await traced(() => (proof ? proofs.confirm(proof, noon) : Promise.resolve()));
    expect(await stored('jobs')).toEqual([confirm]);
    expect(confirm).not.toBe(check);
    const [{ left } = {}] = await stores.database
      .query<{ left: string | null }>(
        `SELECT nullif(current_setting('governance.traceparent', true), '') AS left`,
      )
      .then(({ rows }) => rows);
    expect(left).toBeNull();
  });
});
