import {
  type DocumentRequest,
  type DocumentRequestOutcome,
  type ResultDocument,
  ResultDocuments,
} from '@governance/assessments';
import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { Problem } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { DocumentRequests } from './document-requests';
import { unknownResult } from './result-problems';

const id = '3f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b';
const client = '192.0.2.1';
const clock = new FixedClock('2026-11-20T12:00:00.000Z');

class Documents extends ResultDocuments {
  readonly requests: DocumentRequest[] = [];
  document: ResultDocument | undefined = { kind: 'none' };
  outcome: DocumentRequestOutcome = 'queued';

  find(): Promise<ResultDocument | undefined> {
    return Promise.resolve(this.document);
  }
  request(request: DocumentRequest): Promise<DocumentRequestOutcome> {
    this.requests.push(request);
    return Promise.resolve(this.outcome);
  }
  keep(): Promise<boolean> {
    return Promise.reject(new Error('of the worker'));
  }
  park(): Promise<boolean> {
    return this.keep();
  }
}

class Limits extends RateLimits {
  readonly hits: Hit[] = [];
  record: HitRecord = { allowed: true, hits: 1, room: clock.now() };

  hit(hit: Hit): Promise<HitRecord> {
    this.hits.push(hit);
    return Promise.resolve(this.record);
  }
}

describe('DocumentRequests', () => {
  let documents: Documents;
  let limits: Limits;
  let service: DocumentRequests;

  beforeEach(() => {
    documents = new Documents();
    limits = new Limits();
    const results = {
      idOf: (capability: string) => {
        if (capability !== 'ours') throw unknownResult();
        return id;
      },
    } as ConstructorParameters<typeof DocumentRequests>[0];
    const budgets = { perClientHour: 3, perHour: 7 };
    const stores = { documentsOf: () => documents };
    service = new DocumentRequests(results, stores, limits, clock, budgets);
  });

  function refusal(): Promise<unknown> {
    return service.get('certificate', 'ours', client).catch((error: unknown) => error);
  }

  it('queues a document that is not stored, within the budgets', async () => {
    expect(await service.get('certificate', 'ours', client)).toEqual({ kind: 'queued' });
    expect(documents.requests).toEqual([{ resultId: id, now: clock.now(), perHour: 7 }]);
    const hit = { key: `document ${client}`, limit: 3, windowMs: 3_600_000, now: clock.now() };
    expect(limits.hits).toEqual([hit]);
  });

  it.each([
    [{ kind: 'queued' } as const, {}],
    [{ kind: 'stored', bytes: new Uint8Array([1]) } as const, { resultId: id }],
  ])('answers what it has, without counting it: %#', async (document, extra) => {
    documents.document = document;
    expect(await service.get('certificate', 'ours', client)).toEqual({ ...document, ...extra });
    expect([documents.requests, limits.hits]).toEqual([[], []]);
  });

  it('asks for nothing with a wrong capability', async () => {
    await expect(service.get('certificate', 'theirs', client)).rejects.toThrow('there is no such result');
    expect([documents.requests, limits.hits]).toEqual([[], []]);
  });

  it.each([
    [undefined, 'there is no such result'],
    [{ kind: 'unmakeable' } as const, 'the certificate of this result was withdrawn'],
  ])('finds none and requests none: %#', async (document, text) => {
    documents.document = document;
    expect(await refusal()).toMatchObject({ kind: 'not_found', text });
    expect(documents.requests).toEqual([]);
  });

  it('refuses a parked document until it may be requested again', async () => {
    documents.document = { kind: 'parked', retryAt: new Date(clock.now().getTime() + 1_500) };
    const text = 'the certificate could not be made, ask for it again later';
    expect(await refusal()).toMatchObject({ kind: 'unavailable', text, headers: { 'retry-after': '2' } });
    expect([documents.requests, limits.hits]).toEqual([[], []]);
    documents.document = { kind: 'parked', retryAt: clock.now() };
    expect(await service.get('certificate', 'ours', client)).toEqual({ kind: 'queued' });
  });

  it('refuses a client over its budget until it has room', async () => {
    limits.record = { allowed: false, hits: 3, room: new Date(clock.now().getTime() + 90_000) };
    const error = await refusal();
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ kind: 'too_many', headers: { 'retry-after': '90' } });
    expect(documents.requests).toEqual([]);
  });

  it('refuses all clients over the budget of the service', async () => {
    documents.outcome = 'over_budget';
    const text = 'too many certificates are being made, try again later';
    expect(await refusal()).toMatchObject({ kind: 'unavailable', text, headers: { 'retry-after': '60' } });
  });
});
