import { type PlatformTypes } from '@governance/client';
import { conditionView } from './condition-words';
import { conditionsOf, type TrustRule } from './trust-rule-view';

type Trial = PlatformTypes['schemas']['TrustRuleTrial'];

/** Not by colour alone: each outcome has its text and its sign. */
const outcomes = {
  holds: { text: 'Holds', sign: '✓', hasFailed: false },
  fails: { text: 'Does not hold', sign: '✗', hasFailed: true },
  unknown: { text: 'Not checked', sign: '?', hasFailed: false },
} as const;

const verdicts = {
  accepted: { text: 'This token would get an access token.', kind: 'good' },
  refused: { text: 'This token would be refused: it does not meet every condition.', kind: '' },
  unknown: {
    text: 'Nothing that was checked speaks against this token. Not everything could be checked here: only a sign-in shows whether it is accepted.',
    kind: 'caution',
  },
} as const;

export type TrialView = ReturnType<typeof trialView>;

/** Condition by condition, with what the rule needs. It has nothing of the token. */
export function trialView(rule: TrustRule, { accepted, conditions }: Trial) {
  const claims = conditionsOf(rule).map(({ claim, values }) => [claim, values] as const);
  const needed = new Map([...claims, ['allowed_networks', rule.allowed_networks ?? []] as const]);
  return {
    verdict: verdictOf(accepted),
    conditions: conditions.map(({ condition, holds }) => {
      const { label, claim } = conditionView(condition);
      return { label, claim, values: needed.get(condition) ?? [], outcome: outcomeOf(holds) };
    }),
  };
}

function verdictOf(accepted: boolean | null) {
  if (accepted === null) return verdicts.unknown;
  return accepted ? verdicts.accepted : verdicts.refused;
}

function outcomeOf(holds: boolean | null) {
  if (holds === null) return outcomes.unknown;
  return holds ? outcomes.holds : outcomes.fails;
}
