import { ApiError, StepUpRequiredError } from '@governance/client';
import { explain } from './explain';

const details = {
  status: 403,
  code: 'step_up_required',
  requestId: undefined,
  operation: 'POST /iam/org-invitations',
  retryAfterSeconds: undefined,
};

describe('what a failed command says', () => {
  it('is how to set up a second factor, if the sign-in showed none § 10.14g', () => {
    const text = 'sign in again with a second factor, then repeat the call';
    const { message, code } = explain(new StepUpRequiredError(text, 300, details));
    expect([message, code]).toEqual([
      `${text} (403 step_up_required). If you have no second factor, set one up on your account page at the identity provider, then run \`governance login\``,
      4,
    ]);
    const refused = new ApiError('no', { ...details, code: 'insufficient_permissions' });
    expect(explain(refused).message).toBe('no (403 insufficient_permissions)');
  });
});
