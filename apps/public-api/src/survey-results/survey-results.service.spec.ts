import {
  type KeyedCreation,
  type ResultExtras,
  ResultStore,
  type SubmissionKey,
  type SurveyResult,
  type VerifiableResult,
} from '@governance/assessments';
import { Problem } from '@governance/kernel';
import { publishedRubrics } from '@governance/rubric';
import { FixedClock } from '@governance/testing';
import { SurveyResultsService } from './survey-results.service';

type Created = [SurveyResult, ResultExtras];

/** Records what is stored; each test sets the outcome of a key. */
class RecordingStore extends ResultStore {
  readonly created: Created[] = [];
  readonly keys: SubmissionKey[] = [];
  keyed: KeyedCreation = { kind: 'created' };
  earlier: SurveyResult | undefined;

  create(...created: Created): Promise<void> {
    this.created.push(created);
    return Promise.resolve();
  }
  createOnce(result: SurveyResult, extras: ResultExtras, key: SubmissionKey): Promise<KeyedCreation> {
    this.keys.push(key);
    if (this.keyed.kind === 'created') this.created.push([result, extras]);
    return Promise.resolve(this.keyed);
  }
  find(): Promise<SurveyResult | undefined> {
    return Promise.resolve(this.earlier);
  }
  findVerifiable(): Promise<VerifiableResult | undefined> {
    return Promise.resolve(undefined);
  }
}

const rubric = publishedRubrics.current;
const now = new Date('2026-11-20T12:00:00.000Z');
const clientAddress = '192.0.2.1';
const context = { clientAddress };

function answersOf(mode: 'msp-self' | 'client-on-behalf', value: number): Record<string, number> {
  const applicable = rubric.questions.filter(({ modes }) => modes.includes(mode));
  return Object.fromEntries(applicable.map(({ id }) => [id, value]));
}

describe('SurveyResultsService', () => {
  let store: RecordingStore;
  let service: SurveyResultsService;

  beforeEach(() => {
    store = new RecordingStore();
    service = serviceOf(365);
  });

  const serviceOf = (personalDataDays: number): SurveyResultsService =>
    new SurveyResultsService(store, new FixedClock(now), { personalDataDays });

  it('stores the derived result with its rubric', async () => {
    const answers = answersOf('client-on-behalf', 3);
    const { result, remediation, delivery } = await service.submit(
      { answers, mode: 'client-on-behalf' },
      context,
    );

    expect(store.created).toEqual([[result, context]]);
    expect(result).toMatchObject({
      createdAt: now,
      mode: 'client-on-behalf',
      rubric: rubric.reference,
      outcome: { overallScore: 100, tier: 'Ready', launchAllowed: true },
    });
    expect(result.outcome).not.toHaveProperty('remediation');
    expect({ remediation, delivery }).toEqual({ remediation: [], delivery: 'none' });
  });

  it('treats a submission without a mode as a provider’s self-assessment', async () => {
    const { result } = await service.submit({ answers: answersOf('msp-self', 1) }, context);
    expect(result.mode).toBe('msp-self');
  });

  it('requests a delivery only with an address', async () => {
    const answers = answersOf('msp-self', 2);
    await service.submit({ answers, submitterEmail: 'assessor@example.com', notes: 'private' }, context);
    await service.submit({ answers, notes: 'private' }, context);

    const [withAddress, without] = store.created.map(([, extras]) => extras);
    expect(withAddress).toMatchObject({
      submitterEmail: 'assessor@example.com',
      notes: 'private',
      clientAddress,
    });
    expect(withAddress?.deliveryId).toMatch(/^[0-9a-f-]{36}$/);
    expect(without).toEqual({ notes: 'private', clientAddress });
  });

  it('stores a declared name beside the result, not in it', async () => {
    const answers = answersOf('msp-self', 2);
    const submitted = await service.submit({ answers, organizationName: 'Acme Ltd' }, context);
    expect(store.created[0]?.[1]).toEqual({ organizationName: 'Acme Ltd', clientAddress });
    expect(JSON.stringify(submitted)).not.toContain('Acme');
  });

  describe('with a reminder', () => {
    const submission = { answers: answersOf('msp-self', 2), submitterEmail: 'assessor@example.com' };
    const asked = { ...submission, renewalReminder: true };

    it('queues it beside the certificate, a month before the day to assess again', async () => {
      await service.submit(asked, context);
      const [[, extras] = []] = store.created;
      expect(extras?.reminder).toEqual({
        deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        dueAt: new Date('2027-10-20T12:00:00.000Z'),
      });
      expect(extras?.reminder?.deliveryId).not.toBe(extras?.deliveryId);
    });

    it.each([{}, { renewalReminder: false }])('queues none when it is not asked for: %j', async (changes) => {
      await service.submit({ ...submission, ...changes }, context);
      expect(store.created[0]?.[1]).not.toHaveProperty('reminder');
    });

    it('is refused, and stores nothing, when the address is deleted before', async () => {
      service = serviceOf(343);
      await expect(service.submit(asked, context)).rejects.toThrow(/^renewalReminder is not available: /);
      expect(store.created).toEqual([]);
      await serviceOf(344).submit(asked, context);
      expect(store.created).toHaveLength(1);
    });
  });

  it.each([
    [{ answers: {} }, /^answers /],
    [{ answers: answersOf('msp-self', 4) }, /must be an integer from 0 to 3$/],
    [{ answers: answersOf('msp-self', 1), rubricVersion: '9.9.9' }, /^rubricVersion /],
  ])('refuses answers that the rubric refuses, and stores nothing: %#', async (submission, text) => {
    const refused = service.submit(submission, context);
    await expect(refused).rejects.toThrow(Problem);
    await expect(refused).rejects.toThrow(text);
    expect(store.created).toEqual([]);
  });

  describe('with a key', () => {
    const key = 'a key of the client';
    const submission = { answers: answersOf('msp-self', 2), submitterEmail: 'assessor@example.com' };

    it('creates the result the first time, for the requesting client', async () => {
      const { replayed } = await service.submit(submission, { key, clientAddress });
      expect(replayed).toBe(false);
      expect(store.created).toHaveLength(1);
      expect(store.keys).toMatchObject([{ key, clientAddress }]);
    });

    it('returns the earlier result and creates nothing when the key was used with this body', async () => {
      const first = await service.submit(submission, { key, clientAddress });
      store.keyed = { kind: 'replayed', resultId: first.result.id };
      store.earlier = first.result;

      expect(await service.submit(submission, { key, clientAddress })).toEqual({ ...first, replayed: true });
      expect(store.created).toHaveLength(1);
    });

    it('refuses another body, and a second call while the first runs', async () => {
      store.keyed = { kind: 'other-body' };
      await expect(service.submit(submission, { key, clientAddress })).rejects.toMatchObject({
        kind: 'unprocessable',
      });
      store.keyed = { kind: 'running' };
      await expect(service.submit(submission, { key, clientAddress })).rejects.toMatchObject({
        kind: 'conflict',
      });
    });

    it('ignores the order of answers when it compares bodies, and no other difference', async () => {
      const { answers } = submission;
      const reversed = Object.fromEntries(Object.entries(answers).reverse());
      const variants = [
        { answers: reversed },
        { notes: 'more' },
        { organizationName: 'more' },
        { renewalReminder: true },
        { organizationName: 'more', renewalReminder: true },
        { submitterEmail: 'other@example.com' },
        { answers: answersOf('msp-self', 1) },
      ];
      for (const variant of [{}, ...variants])
        await service.submit({ ...submission, ...variant }, { key, clientAddress });

      const [body, ofReversed, ...others] = store.keys.map((used) => used.body);
      expect(ofReversed).toBe(body);
      expect(new Set([body, ...others]).size).toBe(7);
    });

    it('remembers bodies as earlier releases did, without the members that they did not have', async () => {
      const { answers, submitterEmail } = submission;
      const sorted = Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1));
      const earlier = [sorted, null, submitterEmail, null, null];
      for (const more of [{}, { renewalReminder: false }, { organizationName: 'Acme' }])
        await service.submit({ ...submission, ...more }, { key, clientAddress });
      expect(store.keys.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        earlier,
        earlier,
        [...earlier, 'Acme'],
      ]);
    });
  });
});
