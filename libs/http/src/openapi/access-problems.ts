import { type AccessRefusal, accessRefusals } from '@governance/auth-guards';
import { type HeaderObject } from '@nestjs/swagger';
import { type ProblemDescription, storeUnavailable } from './api-problem.decorator';
import { componentSchema, type JsonSchema } from './component-schemas';
import { patternHeader } from './documented-headers';
import { type Route } from './routes';

const stepUpCode: JsonSchema = { type: 'string', const: 'step_up_required' };

/** spec 7.2 */
const stepUpRequired = componentSchema('StepUpRequired', {
  type: 'object',
  description:
    'A challenge, and no missing permission: sign in again with a second factor, then repeat the same call with the new token.',
  required: ['error', 'error_description', 'max_age'],
  properties: {
    error: stepUpCode,
    error_description: { type: 'string', minLength: 1, description: 'A text to read. It may change.' },
    max_age: {
      type: 'integer',
      minimum: 1,
      description: 'How many seconds ago the second factor may have been shown, at most.',
    },
  },
});

/** What a route answers because of who may call it: what its access says, and that this cannot be told now. */
export function accessProblems({
  access,
  operation,
}: Pick<Route, 'access' | 'operation'>): readonly ProblemDescription[] {
  const refusals = access ? accessRefusals(access, operation) : [];
  if (refusals.length === 0) return [];
  const byKind = Map.groupBy(refusals, ({ example }) => example.kind);
  return [...[...byKind.values()].flatMap(described), storeUnavailable];
}

/** Refusals of one status. */
function described(refusals: readonly AccessRefusal[]): ProblemDescription[] {
  const headers = { 'WWW-Authenticate': challengeHeader(refusals) };
  return refusals.map(({ when, example }) => {
    const { kind, text, code, members } = example;
    return {
      kind,
      when,
      texts: [text],
      members,
      headers,
      ...(code !== undefined && { code }),
      ...(code === 'step_up_required' && { body: stepUpRequired }),
    };
  });
}

function challengeHeader(refusals: readonly AccessRefusal[]): HeaderObject {
  const challenges = refusals.flatMap(({ example }) => example.headers['www-authenticate'] ?? []);
  return patternHeader([...new Set(challenges)], {
    description: 'What is wanted of the token (RFC 6750, RFC 9470).',
    pattern: '^Bearer( [a-z_]+="[^"]*"(, [a-z_]+="[^"]*")*)?$',
  });
}
