import { type Caller } from '@governance/iam';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type CalledRequest } from './called-request';

/** A caller whose token names an organization. */
export type OrgCaller = Caller & { readonly orgId: string };

/** The caller of a route that needs a token. A route that looked at none fails: `Caller` is never a guess. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context),
);

/** The caller of a route that is open in an organization only. */
export const CurrentOrgCaller = createParamDecorator((_: unknown, context: ExecutionContext): OrgCaller => {
  const caller = callerOf(context);
  const { orgId } = caller;
  if (orgId === undefined) throw new Error('this route does not require an organization');
  return { ...caller, orgId };
});

/** The caller whom `IdentifyCaller` found, or undefined for an anonymous one. */
export const PossibleCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | undefined => requestOf(context).caller,
);

function callerOf(context: ExecutionContext): Caller {
  const { caller } = requestOf(context);
  if (caller === undefined) throw new Error('this route looked at no token');
  return caller;
}

function requestOf(context: ExecutionContext): CalledRequest {
  return context.switchToHttp().getRequest<CalledRequest>();
}
