import { checkClaimCondition, type ClaimCondition } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';

/**
 * The conditions of lines such as `outer > inner = one | another`. Spaces around the signs have no meaning: names of claims have
 * none. Throws a `RuleViolation` that names the line.
 */
export function furtherConditions(text: string): ClaimCondition[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line, index) => (line === '' ? [] : [conditionIn(line, index)]));
}

function conditionIn(line: string, index: number): ClaimCondition {
  const [, names = '', values] = /^([^=]*)=(.*)$/.exec(line) ?? [];
  if (values === undefined)
    throw new RuleViolation(`claims[${index}] must be a claim, = and its text, such as team = platform`);
  const condition = { claim: trimmed(names.split('>')), oneOf: trimmed(values.split('|')) };
  try {
    checkClaimCondition(condition, index);
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    throw new RuleViolation(error.message.replace(/^conditions/, 'claims'));
  }
  return condition;
}

function trimmed(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim());
}
