import { MemberListResponse, MemberResponse } from './member.dto';
import { exampleMember } from './members.openapi';

const shown = {
  id: exampleMember.id,
  email: 'admin@acme.example',
  name: 'Account admin',
  role: 'account-admin',
  sign_in_method: 'connection',
  connection_id: 'con_acme_sso',
  second_factor: null,
  second_factor_reset_at: null,
  second_factors: null,
  last_sign_in_at: null,
  failed_sign_ins: null,
  joined_at: '2026-11-20T12:00:00.000Z',
};
const plain = (response: object): unknown => JSON.parse(JSON.stringify(response));

describe('the response about a member', () => {
  it('has exactly its members', () => {
    const more = { ...exampleMember, isLastAdmin: true, emailMac: 'canary' };
    expect(plain(new MemberResponse(more))).toEqual(shown);
    const none = { email: undefined, name: undefined, connectionId: undefined };
    expect(plain(new MemberResponse({ ...exampleMember, ...none }))).toEqual({
      ...shown,
      email: null,
      name: null,
      sign_in_method: 'password',
      connection_id: null,
    });
  });

  it.each([true, false])('says whether there is a second factor: %s', (hasSecondFactor) => {
    expect(plain(new MemberResponse({ ...exampleMember, hasSecondFactor }))).toMatchObject({
      second_factor: hasSecondFactor,
    });
  });

  it('says when the second factor is removed', () => {
    const secondFactorResetAt = new Date('2026-11-21T12:00:00.000Z');
    expect(plain(new MemberResponse({ ...exampleMember, secondFactorResetAt }))).toMatchObject({
      second_factor_reset_at: '2026-11-21T12:00:00.000Z',
    });
  });

  it('names the second factors, the last sign-in and the failed ones', () => {
    const [lastSignInAt, lastAt] = [
      new Date('2026-11-24T08:30:00.000Z'),
      new Date('2026-11-24T08:31:00.000Z'),
    ];
    const failedSignIns = { count: 3, lastAt, isPaused: true, network: 'canary' };
    const known = { secondFactors: ['passkey'], lastSignInAt, failedSignIns } as const;
    expect(plain(new MemberResponse({ ...exampleMember, ...known }))).toMatchObject({
      second_factors: ['passkey'],
      last_sign_in_at: '2026-11-24T08:30:00.000Z',
      failed_sign_ins: { count: 3, last_at: '2026-11-24T08:31:00.000Z', paused: true },
    });
  });

  it('is part of a page', () => {
    const entries = [exampleMember];
    expect(plain(new MemberListResponse({ entries, nextCursor: undefined }))).toEqual({ members: [shown] });
    expect(plain(new MemberListResponse({ entries, nextCursor: 'AQ' }))).toEqual({
      members: [shown],
      next_cursor: 'AQ',
    });
  });
});
