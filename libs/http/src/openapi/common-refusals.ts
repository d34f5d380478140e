import { type ProblemDescription } from './define-problem';

/** An unknown member of the request; `example` stands for any. */
export function unknownMember(
  example: string,
  remedy = 'Remove it, or correct its name',
): ProblemDescription {
  return {
    kind: 'invalid',
    when: 'The body has an unknown member.',
    texts: { [`${example} is not a member of this request`]: remedy },
  };
}

/** A member of a request that has none; `example` stands for any. */
export function membersRefused(example: string, remedy = 'Send no members'): ProblemDescription {
  return { ...unknownMember(example, remedy), when: 'The body has a member.' };
}

/** A condition of a list that is sent twice. */
export function givenOnce(...conditions: readonly string[]): ProblemDescription {
  const texts = conditions.map((name) => [`${name} must be given once`, 'Send the parameter once'] as const);
  return { kind: 'invalid', when: 'A condition is given twice.', texts: Object.fromEntries(texts) };
}
