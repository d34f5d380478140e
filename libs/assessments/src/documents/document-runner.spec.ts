import { LeaseLost } from '@governance/deliveries';
import { DocumentMaker } from './document-maker.port';
import { type DocumentJob, DocumentQueue } from './document-queue.port';
import { DocumentRunner, maxDocumentAttempts, maxDocumentBytes, parkedMs } from './document-runner';

const now = new Date('2026-11-20T12:00:00.000Z');
const leaseMs = 20_000;
const pdf = new Uint8Array([1, 2, 3]);

function later(ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** Hands out one job, and records what becomes of it. */
class RecordingQueue extends DocumentQueue {
  readonly calls: unknown[][] = [];
  attempts = 1;
  lost = false;
  empty = false;

  claim(at: { leaseUntil: Date }): Promise<DocumentJob | undefined> {
    this.calls.push(['claim', at.leaseUntil]);
    const job = { resultId: 'r', lease: 'l', attempts: this.attempts };
    return Promise.resolve(this.empty ? undefined : job);
  }
  keep(_job: DocumentJob, document: Uint8Array): Promise<void> {
    return this.record('keep', document);
  }
  postpone(_job: DocumentJob, outcome: object): Promise<void> {
    return this.record('postpone', outcome);
  }
  park(_job: DocumentJob, outcome: object): Promise<void> {
    return this.record('park', outcome);
  }

  private record(...call: unknown[]): Promise<void> {
    this.calls.push(call);
    return this.lost ? Promise.reject(new LeaseLost()) : Promise.resolve();
  }
}

class Maker extends DocumentMaker {
  readonly made: string[] = [];
  result: Uint8Array | Error = pdf;

  make(resultId: string): Promise<Uint8Array> {
    this.made.push(resultId);
    return this.result instanceof Error ? Promise.reject(this.result) : Promise.resolve(this.result);
  }
}

describe('DocumentRunner', () => {
  let queue: RecordingQueue;
  let maker: Maker;
  let reports: unknown[][];
  let runner: DocumentRunner;

  beforeEach(() => {
    queue = new RecordingQueue();
    maker = new Maker();
    reports = [];
    const report = (...reported: unknown[]): void => {
      reports.push(reported);
    };
    runner = new DocumentRunner({ queue, maker, now: () => now, random: () => 0.5, report, leaseMs });
  });

  it('stores the document of the claimed job', async () => {
    expect(await runner.makeNext()).toBe('stored');
    expect(maker.made).toEqual(['r']);
    expect(queue.calls).toEqual([
      ['claim', later(leaseMs)],
      ['keep', pdf],
    ]);
    expect(reports).toEqual([['stored', { attempts: 1 }]]);
  });

  it('does nothing when no document is due', async () => {
    queue.empty = true;
    expect(await runner.makeNext()).toBeUndefined();
    expect([maker.made, reports]).toEqual([[], []]);
  });

  it('tries again with growing pauses, and names the cause only by its kind', async () => {
    maker.result = new TypeError('private words');
    expect(await runner.makeNext()).toBe('postponed');
    queue.attempts = 2;
    expect(await runner.makeNext()).toBe('postponed');
    expect(queue.calls.filter(([name]) => name === 'postpone')).toEqual([
      ['postpone', { until: later(5_000), failure: 'TypeError' }],
      ['postpone', { until: later(15_000), failure: 'TypeError' }],
    ]);
    expect(JSON.stringify(reports)).not.toContain('private');
  });

  it('parks a document after its last attempt, until it may be requested again', async () => {
    maker.result = new TypeError('private words');
    queue.attempts = maxDocumentAttempts;
    expect(await runner.makeNext()).toBe('parked');
    expect(queue.calls.at(-1)).toEqual(['park', { until: later(parkedMs), failure: 'TypeError' }]);
  });

  it('parks a document whose attempts all ended with their worker, without another attempt', async () => {
    queue.attempts = maxDocumentAttempts + 1;
    expect(await runner.makeNext()).toBe('parked');
    expect(maker.made).toEqual([]);
    expect(reports).toEqual([['parked', { attempts: queue.attempts, failure: 'AttemptsExhausted' }]]);
  });

  it.each([
    [maxDocumentBytes, 'stored'],
    [maxDocumentBytes + 1, 'parked'],
  ])('answers %i bytes with %s', async (size, outcome) => {
    maker.result = new Uint8Array(size);
    expect(await runner.makeNext()).toBe(outcome);
  });

  it.each(['stored', 'postponed', 'parked'])(
    'gives up quietly when the lease was lost before the document was %s',
    async (step) => {
      queue.lost = true;
      if (step !== 'stored') maker.result = new Error('broken');
      if (step === 'parked') queue.attempts = maxDocumentAttempts;
      expect(await runner.makeNext()).toBe('lost');
      expect(reports).toEqual([['lost', { attempts: queue.attempts }]]);
    },
  );

  it('rejects when the queue fails', async () => {
    queue.claim = () => Promise.reject(new Error('away'));
    await expect(runner.makeNext()).rejects.toThrow('away');
  });
});
