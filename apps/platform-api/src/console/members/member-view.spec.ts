import { type Member, memberView } from './member-view';

const member: Member = {
  id: 'user_1',
  email: 'one@example.org',
  name: 'One Person',
  role: 'viewer',
  sign_in_method: 'password',
  connection_id: null,
  second_factor: true,
  second_factor_reset_at: null,
  second_factors: null,
  last_sign_in_at: '2026-11-26T08:30:00.000Z',
  failed_sign_ins: null,
  joined_at: '2026-11-20T00:00:00.000Z',
};

describe('the view of a member', () => {
  it('is a line of the list, in words', () => {
    expect(memberView(member, 'user_2')).toEqual({
      id: 'user_1',
      label: 'One Person',
      name: 'One Person',
      email: 'one@example.org',
      role: 'Viewer',
      heldRole: 'viewer',
      signsIn: 'Password',
      secondFactor: 'Yes',
      resetOn: '',
      resetDay: '',
      canBeReset: true,
      lastSignIn: '26 November 2026',
      failures: '',
      needsLook: false,
      found: '',
      joined: '20 November 2026',
      isAdmin: false,
      needsFactor: false,
      isYou: false,
    });
  });

  it('names a member without a name by the address, and one without both', () => {
    expect(memberView({ ...member, name: null }, '').label).toBe('one@example.org');
    expect(memberView({ ...member, name: null, email: null }, '').label).toContain('not signed in yet');
  });

  it.each([
    [true, 'Yes', false],
    [false, 'None', true],
    [null, 'Not known here', false],
  ])('says whether there is a second factor: %s', (factor, secondFactor, needsFactor) => {
    const shown = { ...member, second_factor: factor };
    expect(memberView(shown, '')).toMatchObject({ secondFactor, needsFactor: false });
    expect(memberView({ ...shown, role: 'account-admin' }, '').needsFactor).toBe(needsFactor);
  });

  it('says when a second factor is removed, which cannot be asked for twice', () => {
    const shown = memberView({ ...member, second_factor_reset_at: '2026-11-21T09:30:00.000Z' }, '');
    expect(shown).toMatchObject({ resetOn: '21 November 2026, 09:30 UTC', canBeReset: false });
    expect(memberView({ ...member, second_factor: null }, '').canBeReset).toBe(false);
  });

  it('names the second factors, and says when the last sign-in is not known', () => {
    const shown = { ...member, second_factors: ['app', 'passkey'] as const, last_sign_in_at: null };
    expect(memberView({ ...shown, second_factors: [...shown.second_factors] }, '')).toMatchObject({
      secondFactor: 'App, Passkey',
      lastSignIn: 'Not known',
    });
  });

  it('says what failed, and whether to look at it', () => {
    const shown = (count: number, paused: boolean): object =>
      memberView({ ...member, failed_sign_ins: { count, last_at: '2026-11-26T08:31:00.000Z', paused } }, '');
    const since = 'since yesterday, the last on 26 November 2026, 08:31 UTC';
    const found = 'search=one%40example.org';
    expect(shown(1, false)).toMatchObject({ failures: `1 failed sign-in ${since}`, needsLook: false, found });
    expect(shown(3, false)).toMatchObject({ failures: `3 failed sign-ins ${since}`, needsLook: true });
    const waits = `2 failed sign-ins ${since}; new browsers have to wait`;
    expect(shown(2, true)).toMatchObject({ failures: waits, needsLook: true });
  });

  it('knows the person who looks at it', () => {
    expect(memberView({ ...member, role: 'account-admin' }, 'user_1')).toMatchObject({
      isYou: true,
      isAdmin: true,
    });
  });
});
