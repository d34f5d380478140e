import { ApiError, StepUpRequiredError } from '@governance/client';
import { formProblemOf } from './form-problem';

const details = {
  code: 'invalid_request',
  requestId: undefined,
  operation: 'POST /iam/m2m-credentials',
  retryAfterSeconds: undefined,
};

describe('formProblemOf', () => {
  it.each([400, 409, 422])('is the text of a refusal with %i, as a sentence', (status) => {
    const error = new ApiError('name must have 1 to 100 characters', { ...details, status });
    expect(formProblemOf(error)).toEqual({ status, text: 'Name must have 1 to 100 characters.' });
  });

  it.each([401, 403, 404, 429, 500, 503])('leaves a response with %i to the error page', (status) => {
    const error = new ApiError('text', { ...details, status });
    expect(() => formProblemOf(error)).toThrow(error);
  });

  it('leaves a step-up to the error filter', () => {
    const error = new StepUpRequiredError('text', 300, { ...details, status: 403 });
    expect(() => formProblemOf(error)).toThrow(error);
  });
});
