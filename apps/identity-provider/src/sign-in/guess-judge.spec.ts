import { Logger } from '@nestjs/common';
import { GuessJudge } from './guess-judge';
import { type Submission } from './submission';

const submission: Submission = {
  situation: { progress: {}, places: [] } as never,
  form: { password: 'a canary of a password' },
  uid: 'uid',
  network: '192.0.2.0/24',
  knownTo: () => Promise.resolve(undefined),
  now: new Date(0),
};

describe('a guess', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function judgeWith(waitSeconds: number) {
    let forgiven = 0;
    const failed: unknown[] = [];
    const judge = new GuessJudge({
      begin: () => Promise.resolve(waitSeconds),
      forgive: () => {
        forgiven += 1;
        return Promise.resolve();
      },
      fail: (...failure) => {
        failed.push(failure);
        return Promise.resolve();
      },
    });
    return { forgiven: () => forgiven, failed, judge };
  }

  function guess(isRight: boolean): Parameters<GuessJudge['refusal']>[1] {
    return {
      what: 'password',
      userId: 'user_1',
      account: 'user_1',
      attemptsOf: () => [],
      isRight: () => Promise.resolve(isRight),
      problem: 'incorrect',
    };
  }

  it('is not checked over its budget, even if it is right', async () => {
    const { judge } = judgeWith(60);
    const right = guess(true);
    const outcome = await judge.refusal(submission, {
      ...right,
      isRight: () => Promise.reject(new Error('checked')),
    });
    expect(outcome).toMatchObject({ waitSeconds: 60 });
  });

  it('costs nothing when it is right', async () => {
    const { judge, forgiven, failed } = judgeWith(0);
    expect(await judge.refusal(submission, guess(true))).toBeUndefined();
    expect(forgiven()).toBe(1);
    expect(failed).toEqual([]);
  });

  it('counts as a failed sign-in when it is wrong, and not over the budget', async () => {
    const [wrong, waiting] = [judgeWith(0), judgeWith(60)];
    for (const { judge } of [wrong, waiting]) await judge.refusal(submission, guess(false));
    expect([wrong.failed, waiting.failed]).toEqual([[['user_1', submission.now]], []]);
  });

  it('is logged when it is wrong, and when it is over its budget, without what was sent § V16.3.1 V16.3.3', async () => {
    const said = jest.spyOn(Logger.prototype, 'log');
    const wrong = judgeWith(0);
    expect(await wrong.judge.refusal(submission, guess(false))).toEqual({ problem: 'incorrect' });
    expect(wrong.forgiven()).toBe(0);
    await judgeWith(60).judge.refusal(submission, guess(false));
    const facts = { userId: 'user_1', knownBrowser: false };
    expect(said.mock.calls).toEqual([
      [{ msg: 'password refused', ...facts }],
      [{ msg: 'password over budget', ...facts }],
    ]);
  });
});
