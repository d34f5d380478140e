import { type ClaimNames } from './claim-names';
import { presetFacts, type TrustPreset, trustPresets } from './trust-preset';
import { type ClaimCondition } from './trust-rule';
import { checkTrustRule } from './trust-rule-rules';

const context = { now: new Date('2026-11-20T12:00:00Z'), audience: 'https://login.example.org' };

function conditionsOf(claims: readonly ClaimNames[]): ClaimCondition[] {
  return claims.map((claim) => ({ claim, oneOf: ['a value'] }));
}

const subjects: Partial<Record<TrustPreset, string>> = {
  spiffe: 'spiffe://example.org/backup',
  oidc: 'a subject',
};

describe.each(trustPresets)('the preset %s', (preset) => {
  const { needed, issuer, singleUse, explanation } = presetFacts[preset];
  const request = {
    preset,
    issuer: issuer ?? 'https://issuer.example.org',
    subject: subjects[preset],
    conditions: conditionsOf(needed.map(([first = []]) => first)),
  };

  it('explains itself, and fills in the issuer, our audience and the use', () => {
    expect(explanation.length).toBeGreaterThan(20);
    const given = issuer === undefined ? request.issuer : undefined;
    expect(checkTrustRule({ ...request, issuer: given }, context)).toMatchObject({
      issuer: request.issuer,
      audience: context.audience,
      singleUse,
    });
  });

  it('refuses a rule without what identifies the workload', () => {
    for (const left of request.conditions) {
      const conditions = request.conditions.filter((condition) => condition !== left);
      const problem = `conditions must include ${left.claim.join('.')}`;
      expect(() => checkTrustRule({ ...request, conditions }, context)).toThrow(problem);
    }
    const unnamed = (): unknown => checkTrustRule({ ...request, subject: undefined }, context);
    if (presetFacts[preset].needsSubject) expect(unnamed).toThrow('subject is required');
    else expect(unnamed).not.toThrow();
  });
});

it('GitHub Actions needs a ref or an environment', () => {
  const request = {
    preset: 'github-actions',
    conditions: conditionsOf([['repository_id'], ['repository_owner_id'], ['environment']]),
  };
  expect(checkTrustRule(request, context).conditions).toHaveLength(3);
  const conditions = request.conditions.slice(0, 2);
  expect(() => checkTrustRule({ ...request, conditions }, context)).toThrow('ref or environment');
});
