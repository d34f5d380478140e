import { type Caller } from '@governance/iam';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type CalledRequest } from './called-request';

/** A caller whose token names an organization. */
export type OrgCaller = Caller & { readonly orgId: string };

/** The caller of a route that needs a token. Throws on a route that has not read one. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context),
);

/** The caller of a route that requires an organization. */
export const CurrentOrgCaller = createParamDecorator((_: unknown, context: ExecutionContext): OrgCaller => {
  const caller = callerOf(context);
  const { orgId } = caller;
  if (orgId === undefined) throw new Error('this route does not require an organization');
  return { ...caller, orgId };
});

/** The caller that `IdentifyCaller` found; undefined for an anonymous request. */
export const PossibleCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | undefined => requestOf(context).caller,
);

function callerOf(context: ExecutionContext): Caller {
  const { caller } = requestOf(context);
  if (caller === undefined) throw new Error('this route has not read a token');
  return caller;
}

function requestOf(context: ExecutionContext): CalledRequest {
  return context.switchToHttp().getRequest<CalledRequest>();
}
