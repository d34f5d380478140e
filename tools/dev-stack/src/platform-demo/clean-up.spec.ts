import { CleanUp } from './clean-up';

describe('cleaning up', () => {
  let done: string[];
  let failures: unknown[];
  let cleanUp: CleanUp;
  beforeEach(() => {
    [done, failures, cleanUp] = [[], [], new CleanUp()];
  });

  const task = (name: string) => (): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  const finish = (): Promise<void> => cleanUp.finish((error) => failures.push(error));

  it('puts back the last change first, and what was put back before not again', async () => {
    cleanUp.later(task('first'));
    const second = cleanUp.later(task('second'));
    cleanUp.later(task('third'));
    await second();
    await finish();
    await finish();
    expect(done).toEqual(['second', 'third', 'first']);
  });

  it('goes on after what cannot be put back, and says so', async () => {
    cleanUp.later(task('first'));
    cleanUp.later(() => Promise.reject(new Error('away')));
    await finish();
    expect([done, failures]).toEqual([['first'], [new Error('away')]]);
  });

  it('tries again what could not be put back before the end', async () => {
    let attempts = 0;
    const early = cleanUp.later(() => {
      attempts += 1;
      return attempts > 1 ? Promise.resolve() : Promise.reject(new Error('away'));
    });
    await expect(early()).rejects.toThrow('away');
    await finish();
    expect([attempts, failures]).toEqual([2, []]);
  });
});
