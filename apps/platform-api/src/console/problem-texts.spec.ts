import { textsOf } from './problem-texts';

describe('the texts of a problem', () => {
  it('name what is missing for a section that the person may not read', () => {
    const { title, text } = textsOf(
      { kind: 'forbidden', code: 'insufficient_permissions' },
      'org:members:read',
    );
    expect(title).toBe('You may not see this page');
    expect(text).toContain('does not include “See the members”');
    expect(textsOf({ kind: 'not_found', code: 'not_found' }, 'org:members:read').title).toBe('Not found');
  });

  it('say first what a form was refused for', () => {
    expect(textsOf({ kind: 'forbidden', code: 'foreign_form' }, 'org:members:read').title).toBe(
      'Nothing was changed',
    );
  });

  it('lead to the sign-in when the session has ended', () => {
    expect(textsOf({ kind: 'unauthenticated', code: undefined }).isSignIn).toBe(true);
    expect(textsOf({ kind: 'internal', code: undefined }).isSignIn).toBe(false);
  });
});
