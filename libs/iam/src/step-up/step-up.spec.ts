import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { type MachineCaller, type PersonCaller, type StepUpClaims } from '../caller/caller';
import { defaultStepUpPolicy, type Gate, gates, powers, stepUpPolicyOf } from './operation';
import { secondFactorAgeSeconds, stepUp, type StepUpDecision } from './step-up';

const now = new Date('2026-11-20T12:00:00.000Z');
const nowSeconds = now.getTime() / 1_000;
const common = {
  issuer: 'https://issuer.example.org',
  subject: 'subject',
  orgId: 'acme',
  scope: '',
  permissions: new Set<never>(),
  email: '',
  name: '',
  roles: [],
  clientId: 'client',
};
const machine: MachineCaller = { ...common, kind: 'machine' };
const gateAll = { gated: new Set(gates) };
const gate: Gate = 'm2m-credentials:create';

function person(stepUp: Partial<StepUpClaims>): PersonCaller {
  const claims = { mfaAt: undefined, mfaMaxAge: undefined, ...stepUp };
  return { ...common, kind: 'person', emailVerified: false, stepUp: claims };
}

function decide(mfaAt: unknown, mfaMaxAge: unknown): StepUpDecision {
  return stepUp(person({ mfaAt, mfaMaxAge }), { gate, policy: gateAll, now });
}

const passed: StepUpDecision = { required: false };
const challenged = (maxAgeSeconds: number): StepUpDecision => ({ required: true, maxAgeSeconds });
const windows = fc.integer({ min: 1, max: 10_000_000 });
const ages = fc.integer({ min: -60, max: 20_000_000 });

describe('stepUp', () => {
  it('passes exactly while the second factor is no older than the window, in either spelling § V10.3.4', () => {
    fc.assert(
      fc.property(windows, ages, (maxAge, age) => {
        const expected = age <= maxAge ? passed : challenged(maxAge);
        const at = nowSeconds - age;
        expect(decide(at, maxAge)).toEqual(expected);
        expect(decide(new Date(at * 1_000).toISOString(), maxAge)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['of exactly the window', 300, passed],
    ['a millisecond older', 300.001, challenged(300)],
    ['of now', 0, passed],
    ['60 seconds in the future', -60, passed],
    ['a millisecond further in the future', -60.001, challenged(300)],
    ['in the next century', -3_000_000_000, challenged(300)],
  ])('judges a second factor %s', (_what, age, expected) => {
    expect(decide(nowSeconds - age, 300)).toEqual(expected);
    expect(decide(new Date(now.getTime() - age * 1_000).toISOString(), 300)).toEqual(expected);
  });

  it.each([
    undefined,
    null,
    '',
    'now',
    true,
    {},
    [],
    [nowSeconds],
    String(nowSeconds),
    Number.NaN,
    Infinity,
    -Infinity,
    '2026-11-20',
    '2026-11-20 12:00:00Z',
    '2026-11-20T12:00:00',
    '2026-11-31T12:00:00Z',
    // Milliseconds instead of seconds are far in the future.
    now.getTime(),
  ])('treats %p as no second factor', (mfaAt) => {
    expect(decide(mfaAt, 300)).toEqual(challenged(300));
  });

  it('is never required without a window or with a window of 0, with any second factor', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(undefined, 0, -0), (mfaAt, maxAge) => {
        expect(decide(mfaAt, maxAge)).toEqual(passed);
      }),
    );
  });

  it.each([-1, -300, 0.5, 299.9, Number.NaN, Infinity, 2 ** 53, '300', '', null, true, {}, [300]])(
    'treats every second factor as stale when the window is %p, and requires 300 seconds',
    (maxAge) => {
      expect(decide(nowSeconds, maxAge)).toEqual(challenged(300));
      expect(decide(undefined, maxAge)).toEqual(challenged(300));
    },
  );

  it('fails closed and never throws for any claims § V16.5.3', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (mfaAt, mfaMaxAge) => {
        const decision = decide(mfaAt, mfaMaxAge);
        const mayPass =
          mfaMaxAge === undefined ||
          mfaMaxAge === 0 ||
          (Number.isSafeInteger(mfaMaxAge) && Number(mfaMaxAge) > 0);
        if (!mayPass) expect(decision).toEqual(challenged(300));
        if (decision.required) expect(decision.maxAgeSeconds).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns },
    );
  });

  it.each(gates)('is never required of a machine, at %s', (each) => {
    expect(stepUp(machine, { gate: each, policy: gateAll, now })).toEqual(passed);
  });

  it.each(gates)('is required for %s exactly when the policy gates it', (each) => {
    const stale = person({ mfaMaxAge: 300 });
    const others = gates.filter((other) => other !== each);
    expect(stepUp(stale, { gate: each, policy: stepUpPolicyOf([each]), now })).toEqual(challenged(300));
    expect(stepUp(stale, { gate: each, policy: stepUpPolicyOf(others), now })).toEqual(passed);
  });
});

describe('the step-up policy', () => {
  it('gates by default every write that gives power, or takes it from others', () => {
    const open = gates.filter((each) => !defaultStepUpPolicy.gated.has(each));
    expect(open.filter((each) => powers[each] !== 'none')).toEqual([]);
    expect(open).toEqual([
      'm2m-credentials:rename',
      'trust-rules:try',
      'connections:test',
      'members:cancel-second-factor-reset',
      'org-invitations:create',
      'org-invitations:resend',
      'org-invitations:revoke',
      'org-clients:create',
      'org-clients:update',
      'org-clients:delete',
      'org-clients:import',
      'org-campaigns:create',
      'org-campaigns:close',
      'org-campaigns:delete',
      'org-results:attach',
      'org-results:detach',
      'self-profile:update',
    ]);
  });

  it('equals the stored list, without unknown names', () => {
    expect(stepUpPolicyOf([]).gated.size).toBe(0);
    expect([...stepUpPolicyOf(['self-profile:update', 'of-later:release', 'toString']).gated]).toEqual([
      'self-profile:update',
    ]);
  });
});

describe('secondFactorAgeSeconds', () => {
  it('counts whole seconds since the second factor', () => {
    expect(secondFactorAgeSeconds(person({ mfaAt: nowSeconds - 12.7 }), now)).toBe(12);
    expect(secondFactorAgeSeconds(person({ mfaAt: nowSeconds + 30 }), now)).toBe(0);
  });

  it('is undefined for a machine, and without a second factor', () => {
    const unknown = [machine, person({}), person({ mfaAt: 'x' }), person({ mfaAt: nowSeconds + 61 })];
    expect(unknown.map((caller) => secondFactorAgeSeconds(caller, now))).toEqual(
      unknown.map(() => undefined),
    );
  });
});

describe('a window of our policies', () => {
  const underPolicy = (claims: Partial<StepUpClaims>, windowSeconds: number | undefined): StepUpDecision =>
    stepUp(person({ ...claims, window: 'policy' }), {
      gate,
      policy: { ...gateAll, windowSeconds },
      now,
    });

  it('is that of the policy, and not one of the token', () => {
    expect(underPolicy({ mfaAt: nowSeconds - 600, mfaMaxAge: undefined }, 600)).toEqual(passed);
    expect(underPolicy({ mfaAt: nowSeconds - 601, mfaMaxAge: 3_600 }, 600)).toEqual(challenged(600));
    expect(underPolicy({ mfaAt: nowSeconds - 601, mfaMaxAge: 0 }, 600)).toEqual(challenged(600));
  });

  it('challenges a user whose token names no second factor', () => {
    expect(underPolicy({}, 900)).toEqual(challenged(900));
  });

  it.each([undefined, 0, -1, 0.5, NaN])('fails closed when the policy has no window (%p)', (window) => {
    expect(underPolicy({ mfaAt: nowSeconds }, window)).toEqual(challenged(300));
  });

  it('concerns only gated operations, and never a machine', () => {
    const policy = { gated: new Set<Gate>(), windowSeconds: 300 };
    expect(stepUp(person({ window: 'policy' }), { gate, policy, now })).toEqual(passed);
    expect(stepUp(machine, { gate, policy: { ...gateAll, windowSeconds: 300 }, now })).toEqual(passed);
  });

  it('is not used for a token that says its own', () => {
    const policy = { ...gateAll, windowSeconds: 300 };
    expect(stepUp(person({}), { gate, policy, now })).toEqual(passed);
  });
});
