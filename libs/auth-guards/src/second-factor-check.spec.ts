import { type Caller, type StepUpPolicies, type StepUpPolicy, stepUpPolicyOf } from '@governance/iam';
import { FixedClock } from '@governance/testing';
import { refusalOf } from '../spec/support/verifier';
import { SecondFactorCheck } from './second-factor-check';

const clock = new FixedClock();
const common = {
  issuer: 'https://identity.example.org',
  subject: 'someone',
  scope: '',
  permissions: new Set<never>(),
  email: '',
  name: '',
  roles: [],
};

function person(orgId: string | undefined, mfaMaxAge: unknown): Caller {
  const stepUp = { mfaAt: undefined, mfaMaxAge };
  return { ...common, kind: 'person', orgId, clientId: undefined, emailVerified: false, stepUp };
}

class Policies implements StepUpPolicies {
  readonly asked: string[] = [];

  ofOrg(orgId: string): Promise<StepUpPolicy> {
    this.asked.push(orgId);
    return Promise.resolve(stepUpPolicyOf(['m2m-credentials:rename']));
  }
}

describe('SecondFactorCheck', () => {
  it('requires a second factor exactly for the writes that the policy of the organization gates', async () => {
    const check = new SecondFactorCheck(clock, new Policies());
    const caller = person('org-1', 600);
    expect(await refusalOf(check.check(caller, 'm2m-credentials:rename'))).toMatchObject({
      kind: 'forbidden',
      code: 'step_up_required',
      members: { max_age: 600 },
      headers: { 'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="600"' },
    });
    await expect(check.check(caller, 'm2m-credentials:create')).resolves.toBeUndefined();
  });

  it('uses a default window when that of the token cannot be read', async () => {
    const refusal = refusalOf(
      new SecondFactorCheck(clock, new Policies()).check(person('org-1', -1), 'm2m-credentials:rename'),
    );
    expect(await refusal).toMatchObject({ members: { max_age: 300 } });
  });

  it.each([undefined, 'org-1'])(
    'holds to the default policy where there is no other (organization %p)',
    async (orgId) => {
      const check = new SecondFactorCheck(clock);
      for (const operation of [
        'm2m-credentials:create',
        'm2m-credentials:rotate',
        'm2m-credentials:revoke',
      ] as const) {
        expect(await refusalOf(check.check(person(orgId, 300), operation))).toMatchObject({
          code: 'step_up_required',
        });
      }
      await expect(check.check(person(orgId, 300), 'self-profile:update')).resolves.toBeUndefined();
    },
  );

  it('tells whether some write of the organization would be refused now', async () => {
    const check = new SecondFactorCheck(clock);
    expect(await check.isDue(person('org-1', 300))).toBe(true);
    expect(await check.isDue(person('org-1', 0))).toBe(false);
    const open = { ofOrg: () => Promise.resolve(stepUpPolicyOf([])) };
    expect(await new SecondFactorCheck(clock, open).isDue(person('org-1', 300))).toBe(false);
  });

  it('measures the age of a second factor with the program’s clock', () => {
    const check = new SecondFactorCheck(clock);
    const mfaAt = clock.now().getTime() / 1_000 - 42;
    const caller = person('org-1', 300);
    expect(check.ageSeconds(caller)).toBeUndefined();
    expect(check.ageSeconds({ ...caller, stepUp: { mfaAt, mfaMaxAge: 0 } } as Caller)).toBe(42);
  });

  it('never challenges a machine, and reads no policy for it', async () => {
    const policies = new Policies();
    const machine: Caller = { ...common, kind: 'machine', orgId: 'org-1', clientId: 'client-1' };
    await expect(
      new SecondFactorCheck(clock, policies).check(machine, 'm2m-credentials:rename'),
    ).resolves.toBeUndefined();
    expect(policies.asked).toEqual([]);
  });
});
