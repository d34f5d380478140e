import { type AccessRefusal, accessRefusals } from '@governance/auth-guards';
import { type HeaderObject } from '@nestjs/swagger';
import { storeUnavailable } from './api-problem.decorator';
import { type ProblemDescription } from './define-problem';
import { problemHeaders, type Surface } from '../surface';
import { componentSchema, type JsonSchema } from './component-schemas';
import { patternHeader } from './documented-headers';
import { type Route } from './routes';

const stepUpCode: JsonSchema = { type: 'string', const: 'step_up_required' };

/** spec 7.2 */
const stepUpRequired = componentSchema('StepUpRequired', {
  type: 'object',
  description:
    'A challenge, not a missing permission. Sign in again with a second factor, then repeat the call with the new token.',
  required: ['error', 'error_description', 'max_age'],
  properties: {
    error: stepUpCode,
    error_description: { type: 'string', minLength: 1, description: 'Human-readable text. It may change.' },
    max_age: {
      type: 'integer',
      minimum: 1,
      description: 'The maximum age of the second factor, in seconds.',
    },
  },
});

/** The problems that follow from the access of a route, including that the access cannot be checked now. */
export function accessProblems(
  { access, operation }: Pick<Route, 'access' | 'operation'>,
  surface: Surface,
): readonly ProblemDescription[] {
  const refusals = access ? accessRefusals(access, operation) : [];
  if (refusals.length === 0) return [];
  const byKind = Map.groupBy(refusals, ({ example }) => example.kind);
  return [...[...byKind.values()].flatMap((group) => described(group, surface)), storeUnavailable];
}

/** Describes refusals of one status. */
function described(refusals: readonly AccessRefusal[], surface: Surface): ProblemDescription[] {
  const headers = { 'WWW-Authenticate': challengeHeader(refusals, surface) };
  return refusals.map(({ when, example }) => {
    const { kind, text, code, members } = example;
    return {
      kind,
      when,
      // Their remedies are the same for every route: docs/errors.md has them.
      texts: { [text]: '' },
      members,
      headers,
      ...(code !== undefined && { code }),
      ...(code === 'step_up_required' && { body: stepUpRequired }),
    };
  });
}

function challengeHeader(refusals: readonly AccessRefusal[], surface: Surface): HeaderObject {
  const challenges = refusals.flatMap(
    ({ example }) => problemHeaders(example, surface)['www-authenticate'] ?? [],
  );
  return patternHeader([...new Set(challenges)], {
    description: 'The requirement for the token (RFC 6750, RFC 9470).',
    pattern: '^Bearer( [a-z_]+="[^"]*"(, [a-z_]+="[^"]*")*)?$',
  });
}
