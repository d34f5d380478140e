import { NotYet, patiently } from './patiently';

const { signal } = new AbortController();

/** Rejects so many times, then resolves. */
function failing(times: number, error: Error): { readonly work: () => Promise<string>; attempts: number } {
  const state = {
    attempts: 0,
    work: () => {
      state.attempts += 1;
      return state.attempts > times ? Promise.resolve('done') : Promise.reject(error);
    },
  };
  return state;
}

describe('patiently', () => {
  it('retries a temporary refusal', async () => {
    const state = failing(3, new NotYet('busy'));
    expect(await patiently(state.work, { signal, pauseMs: 1 })).toBe('done');
    expect(state.attempts).toBe(4);
  });

  it('fails at once on any other error', async () => {
    const state = failing(1, new Error('wrong'));
    await expect(patiently(state.work, { signal, pauseMs: 1 })).rejects.toThrow('wrong');
    expect(state.attempts).toBe(1);
  });

  it('gives up after a while, with the last error', async () => {
    const { work } = failing(Infinity, new NotYet('still busy'));
    await expect(patiently(work, { signal, patienceMs: 20, pauseMs: 1 })).rejects.toThrow('still busy');
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const waiting = patiently(failing(Infinity, new NotYet('busy')).work, { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});
