import {
  type DocumentName,
  DocumentStores,
  type HeldDocument,
  type ResultDocument,
  ResultDocuments,
} from '@governance/assessments';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DocumentMetrics } from './document-metrics';
import { DocumentWork } from './document-work';
import { DocumentJob } from './document.job';

const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const pdf = new Uint8Array([1, 2, 3]);
const most = 2 * 1024 * 1024;

/** Documents of which one is queued, and what becomes of it. */
class RecordingDocuments extends ResultDocuments {
  readonly calls: unknown[][] = [];
  found: ResultDocument | undefined = { kind: 'queued' };
  isHeld = true;

  find(): Promise<ResultDocument | undefined> {
    return Promise.resolve(this.found);
  }
  request(): Promise<never> {
    return Promise.reject(new Error('not used'));
  }
  keep({ key, lease }: HeldDocument, document: Uint8Array): Promise<boolean> {
    this.calls.push(['keep', key, lease, document]);
    return Promise.resolve(this.isHeld);
  }
  park({ key, lease }: HeldDocument, until: Date): Promise<boolean> {
    this.calls.push(['park', key, lease, until]);
    return Promise.resolve(this.isHeld);
  }
}

class Stores extends DocumentStores {
  readonly documents = new RecordingDocuments();
  documentsOf(): ResultDocuments {
    return this.documents;
  }
}

class Made extends DocumentJob {
  readonly queue = 'public/made';
  readonly made: string[] = [];
  result: () => Promise<Uint8Array> = () => Promise.resolve(pdf);

  constructor(work: DocumentWork, name: DocumentName = 'certificate') {
    super(work, work.stores.documentsOf(name));
  }

  protected make(resultId: string): Promise<Uint8Array> {
    this.made.push(resultId);
    return this.result();
  }
}

describe('DocumentJob', () => {
  let registry: Registry;
  let stores: Stores;
  let work: DocumentWork;
  let job: Made;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    registry = new Registry();
    stores = new Stores();
    work = new DocumentWork(stores, clock, new DocumentMetrics(registry));
    job = new Made(work);
  });

  const claimed = (attempts = 1) => ({ queue: 'public/made', key: 'r', lease: 'l', attempts });
  const run = (attempts?: number): Promise<void> => job.run(claimed(attempts));
  const fails = (error: Error): void => {
    job.result = () => Promise.reject(error);
  };
  async function outcomes(): Promise<Record<string, number>> {
    const metric = await registry.getSingleMetric('certificate_documents_total')?.get();
    const counted = metric?.values.filter(({ value }) => value > 0) ?? [];
    return Object.fromEntries(counted.map(({ labels, value }) => [String(labels.outcome), value]));
  }
  const parked = ['park', 'r', 'l', new Date('2026-11-20T12:10:00.000Z')];

  it('stores the document under its lease', async () => {
    await run();
    expect(job.made).toEqual(['r']);
    expect(stores.documents.calls).toEqual([['keep', 'r', 'l', pdf]]);
    expect(await outcomes()).toEqual({ stored: 1 });
  });

  it.each<ResultDocument | undefined>([
    undefined,
    { kind: 'none' },
    { kind: 'unmakeable' },
    { kind: 'stored', bytes: pdf },
    { kind: 'parked', retryAt: clock.now() },
  ])('makes nothing when it is no longer queued: %j', async (found) => {
    stores.documents.found = found;
    await run();
    expect([job.made, stores.documents.calls]).toEqual([[], []]);
    expect(await outcomes()).toEqual({ lost: 1 });
  });

  it('is tried again after a failure, which the log names only by its kind', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    fails(new TypeError('private words'));
    await expect(run()).rejects.toThrow(TypeError);
    expect(warn.mock.calls).toEqual([
      [{ msg: 'document', outcome: 'postponed', attempts: 1, failure: 'TypeError' }],
    ]);
    warn.mockRestore();
    expect(stores.documents.calls).toEqual([]);
    expect(await outcomes()).toEqual({ postponed: 1 });
  });

  it('parks a document after its last attempt, until it may be requested again', async () => {
    fails(new TypeError('private words'));
    await expect(run(3)).rejects.toThrow(TypeError);
    await run(4);
    expect(stores.documents.calls).toEqual([parked]);
  });

  it('parks a document whose attempts all ended with their worker, without another attempt', async () => {
    await run(5);
    expect(job.made).toEqual([]);
    expect(stores.documents.calls).toEqual([parked]);
    expect(await outcomes()).toEqual({ parked: 1 });
  });

  it.each([
    [most, 'stored'],
    [most + 1, 'parked'],
  ])('answers %i bytes with %s', async (size, outcome) => {
    job.result = () => Promise.resolve(new Uint8Array(size));
    await run();
    expect(await outcomes()).toEqual({ [outcome]: 1 });
  });

  it.each([1, 4])('gives up quietly when its lease was lost, at attempt %i', async (attempts) => {
    stores.documents.isHeld = false;
    if (attempts === 4) fails(new Error('broken'));
    await run(attempts);
    expect(await outcomes()).toEqual({ lost: 1 });
  });

  it('makes one document at a time, of all kinds', async () => {
    const report = new Made(work, 'evidence-report');
    let finish: (made: Uint8Array) => void = () => undefined;
    job.result = () =>
      new Promise<Uint8Array>((resolve) => {
        finish = resolve;
      });
    const [first, second] = [run(), report.run(claimed())];
    await new Promise(setImmediate);
    expect([job.made, report.made]).toEqual([['r'], []]);
    finish(pdf);
    await Promise.all([first, second]);
    expect(report.made).toEqual(['r']);
  });
});
