import { TokenVerifierUnavailable } from '@governance/auth-guards';
import { IdentityProviderUnavailable } from '@governance/iam';
import { Problem, RuleViolation, StoreUnavailable } from '@governance/kernel';
import { BadRequestException, ServiceUnavailableException } from '@nestjs/common';
import { problemOf } from './problem-of';

const cause = new Error('connect ECONNREFUSED');

describe('problemOf', () => {
  it('keeps a problem as it is', () => {
    const problem = new Problem('conflict', 'the name is taken');
    expect(problemOf(problem)).toBe(problem);
  });

  it('repeats to the client which rule the request breaks', () => {
    expect(problemOf(new RuleViolation('name must have 1 to 100 characters'))).toMatchObject({
      kind: 'invalid',
      text: 'name must have 1 to 100 characters',
    });
  });

  it.each([
    new StoreUnavailable({ cause }),
    new IdentityProviderUnavailable({ cause }),
    new TokenVerifierUnavailable('the issuer does not answer', { cause }),
  ])('asks the client to try again after %p', (error) => {
    expect(problemOf(error)).toMatchObject({
      kind: 'unavailable',
      text: 'the service is temporarily unavailable, try again',
      headers: { 'retry-after': '2' },
      cause,
    });
  });

  it.each([
    [new BadRequestException('quotes the body'), 'invalid', 'the request is not valid'],
    [new ServiceUnavailableException('quotes an address'), 'internal', 'something went wrong on our side'],
    [new TypeError('a defect'), 'internal', 'something went wrong on our side'],
    ['thrown text', 'internal', 'something went wrong on our side'],
  ])('repeats nothing of another error: %p', (error, kind, text) => {
    expect(problemOf(error)).toMatchObject({ kind, text, cause: error });
  });
});
