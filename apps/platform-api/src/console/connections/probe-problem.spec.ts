import { ApiError } from '@governance/client';
import { probeProblem } from './probe-problem';

const refusal = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError('refused', {
    status,
    code: undefined,
    requestId: undefined,
    operation: 'POST',
    retryAfterSeconds,
  });

const sent = { fields: {}, form: new URLSearchParams() };

describe('probeProblem', () => {
  it.each([
    [600, '10 minutes'],
    [61, '2 minutes'],
    [60, 'one minute'],
    [undefined, 'one minute'],
  ])('says when the next one can be made: %s', (seconds, words) => {
    expect(probeProblem('tests of connections')(refusal(429, seconds), sent)).toEqual({
      status: 429,
      text: `Your organization has made too many tests of connections in the last 15 minutes, so this one was not made. Try again in ${words}.`,
    });
  });

  it('has the text of another refusal, and leaves other errors', () => {
    expect(probeProblem('tests')(refusal(409), sent)).toEqual({ status: 409, text: 'Refused.' });
    expect(() => probeProblem('tests')(refusal(503), sent)).toThrow('refused');
  });
});
