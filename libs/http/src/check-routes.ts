import { type AccessGuard } from '@governance/auth-guards';
import { type Route } from './openapi/routes';

type TokenChecks = Pick<AccessGuard, 'verifiesTokens' | 'takesManagementToken'>;

const reads: readonly string[] = ['GET', 'HEAD'];

/**
 * Throws an error that names every route with wrong declarations: a write without a name, which an organization could not
 * gate, a read with a name (spec 5.3.1), a route for pages of any origin that is not public, and a route that needs a token in
 * a program that does not verify tokens. Writes with the management token belong to no organization and have no name.
 */
export function checkRoutes(routes: readonly Route[], guard: TokenChecks): void {
  const problems = routes.flatMap((route) => {
    const problem = openProblemOf(route) ?? problemOf(route, guard);
    return problem === undefined ? [] : [`${route.method} ${route.path} ${problem}`];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function openProblemOf({ access, anyOrigin }: Route): string | undefined {
  const isOpened = anyOrigin && access?.kind !== 'public';
  return isOpened ? 'is not public: @AnyOrigin has no place there' : undefined;
}

function problemOf({ method, access, operation }: Route, guard: TokenChecks): string | undefined {
  const isRead = reads.includes(method);
  if (isRead && operation !== undefined) return 'is a read and is never gated: @StepUp has no place there';
  // A route that declares no access is closed.
  if (access === undefined || access.kind === 'public') return undefined;
  if (access.kind === 'management-token') {
    return guard.takesManagementToken ? undefined : 'needs the management token, and this program has none';
  }
  if (!guard.verifiesTokens) return 'needs a token, and this program verifies none';
  return isRead || operation !== undefined ? undefined : 'is a write without a name: @StepUp says which';
}
