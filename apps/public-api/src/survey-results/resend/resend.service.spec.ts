import { type ResendOutcome, ResendQueue, type ResendRequest } from '@governance/deliveries';
import { Problem } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { ResendService } from './resend.service';

class RecordingQueue extends ResendQueue {
  readonly requests: ResendRequest[] = [];
  outcome: ResendOutcome = 'queued';
  add(request: ResendRequest): Promise<ResendOutcome> {
    this.requests.push(request);
    return Promise.resolve(this.outcome);
  }
}

const id = '3f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b';

describe('ResendService', () => {
  let queue: RecordingQueue;
  let service: ResendService;
  const clock = new FixedClock();

  beforeEach(() => {
    queue = new RecordingQueue();
    service = new ResendService(queue, clock);
  });

  it('queues a new delivery for every resend', async () => {
    expect(await service.resend(id.toUpperCase(), '192.0.2.1')).toBe(id);
    await service.resend(id, '192.0.2.2');

    const [first, second] = queue.requests;
    expect(first).toMatchObject({ resultId: id, clientAddress: '192.0.2.1', now: clock.now() });
    expect(second?.deliveryId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.deliveryId).not.toBe(first?.deliveryId);
  });

  it.each(['', '1', `${id}0`, `${id} `, "' OR true --", 'urn:uuid:3f2b8c1e'])(
    'finds no result for the id %j, without a query',
    async (malformed) => {
      await expect(service.resend(malformed, '192.0.2.1')).rejects.toThrow('no survey result with this id');
      expect(queue.requests).toEqual([]);
    },
  );

  it.each([
    ['unknown_result', 'no survey result with this id'],
    ['no_address', 'no email address is recorded'],
  ] as const)('answers %s with its own text', async (outcome, text) => {
    queue.outcome = outcome;
    const refused = service.resend(id, '192.0.2.1');
    await expect(refused).rejects.toThrow(Problem);
    await expect(refused).rejects.toMatchObject({
      kind: 'not_found',
      text: expect.stringContaining(text) as string,
    });
  });
});
