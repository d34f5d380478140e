import { type FactorClaims, isSignedInSince, upstreamFactorIn } from './upstream-factor';

const accepted = { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa', 'hwk'] };
const [askedAt, now] = [10_000, 10_030];
const claims = { acr: 'urn:acme:loa:2', auth_time: 10_010 };

describe('the second factor that a provider shows', () => {
  const stepUp = (changes: FactorClaims): unknown =>
    upstreamFactorIn({ ...claims, ...changes }, { accepted, askedAt, maxAge: 0 }, now);
  const signIn = (changes: FactorClaims): unknown =>
    upstreamFactorIn({ ...claims, ...changes }, { accepted, askedAt, maxAge: 3_600 }, now);

  it('is one of the accepted values, in acr or in amr', () => {
    expect(stepUp({})).toEqual({ at: 10_010 });
    expect(stepUp({ acr: undefined, amr: ['pwd', 'hwk'] })).toEqual({ at: 10_010 });
    expect(stepUp({ acr: 'urn:acme:loa:1', amr: ['mfa'] })).toEqual({ at: 10_010 });
  });

  it.each<FactorClaims>([
    { acr: undefined },
    { acr: 'urn:acme:loa:1' },
    { acr: 'URN:ACME:LOA:2' },
    { acr: 'urn:acme:loa:2 ' },
    { acr: 'mfa' },
    { acr: ['urn:acme:loa:2'] },
    { acr: { 'urn:acme:loa:2': true } },
    { acr: undefined, amr: 'mfa' },
    { acr: undefined, amr: ['urn:acme:loa:2'] },
    { acr: undefined, amr: [['mfa']] },
    { acr: undefined, amr: { 0: 'mfa', length: 1 } },
    { acr: undefined, amr: ['pwd'] },
    { acr: 2, amr: [2] },
  ])('is not shown by %j', (changes) => {
    expect([stepUp(changes), signIn(changes)]).toEqual([undefined, undefined]);
  });

  it.each<unknown>([undefined, null, '10010', Number.NaN, Infinity, [10_010], { seconds: 10_010 }, now + 61])(
    'is not shown at the time %j',
    (auth_time) => {
      expect([stepUp({ auth_time }), signIn({ auth_time })]).toEqual([undefined, undefined]);
      expect(isSignedInSince({ auth_time }, askedAt, now)).toBe(false);
    },
  );

  it('is as old as its sign-in, and never in the future', () => {
    expect(stepUp({ auth_time: askedAt - 60 })).toEqual({ at: askedAt - 60 });
    expect(stepUp({ auth_time: 10_010.9 })).toEqual({ at: 10_010 });
    expect(stepUp({ auth_time: now + 60 })).toEqual({ at: now });
  });

  it('is not shown for a step-up by an earlier sign-in § V6.8.4', () => {
    expect(stepUp({ auth_time: askedAt - 61 })).toBeUndefined();
    expect(isSignedInSince({ auth_time: askedAt - 61 }, askedAt, now)).toBe(false);
    expect(isSignedInSince({ auth_time: askedAt - 60 }, askedAt, now)).toBe(true);
  });

  it('has no time when a sign-in continues an earlier one, which is not older than asked', () => {
    expect(signIn({})).toEqual({ at: 10_010 });
    expect(signIn({ auth_time: askedAt })).toEqual({ at: askedAt });
    // A password has just renewed the session there.
    expect(signIn({ auth_time: askedAt - 1 })).toEqual({ at: undefined });
    expect(signIn({ auth_time: askedAt - 61 })).toEqual({ at: undefined });
    expect(signIn({ auth_time: askedAt - 3_660 })).toEqual({ at: undefined });
    expect(signIn({ auth_time: askedAt - 3_661 })).toBeUndefined();
  });
});
