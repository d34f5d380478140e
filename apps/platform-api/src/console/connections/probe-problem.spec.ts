import { ApiError } from '@governance/client';
import { probeProblemOf } from './probe-problem';

const refusal = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError('refused', {
    status,
    code: undefined,
    requestId: undefined,
    operation: 'POST',
    retryAfterSeconds,
  });

describe('probeProblemOf', () => {
  it.each([
    [600, '10 minutes'],
    [61, '2 minutes'],
    [60, 'one minute'],
    [undefined, 'one minute'],
  ])('says when the next one can be made: %s', (seconds, words) => {
    expect(probeProblemOf(refusal(429, seconds), 'tests of connections')).toEqual({
      status: 429,
      text: `Your organization has made too many tests of connections in the last 15 minutes, so this one was not made. Try again in ${words}.`,
    });
  });

  it('has the text of another refusal, and leaves other errors', () => {
    expect(probeProblemOf(refusal(409), 'tests')).toEqual({ status: 409, text: 'Refused.' });
    expect(() => probeProblemOf(refusal(503), 'tests')).toThrow('refused');
  });
});
