import { type Caller } from '@governance/iam';
import { type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { contextOf } from '../../spec/support/verifier';
import { type CalledRequest } from './called-request';
import { CurrentCaller, CurrentOrgCaller, type OrgCaller, PossibleCaller } from './caller.decorator';

class Routes {
  current(@CurrentCaller() caller: Caller): Caller {
    return caller;
  }

  ofOrg(@CurrentOrgCaller() caller: OrgCaller): OrgCaller {
    return caller;
  }

  possible(@PossibleCaller() caller: Caller | undefined): Caller | undefined {
    return caller;
  }
}

interface Parameter {
  readonly factory: (data: unknown, context: ExecutionContext) => unknown;
}

/** The argument of a route for a request of this caller. */
function argumentOf(route: keyof Routes, caller?: Partial<Caller>): unknown {
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, Routes, route) as Record<string, Parameter>;
  const context = contextOf({});
  if (caller) context.switchToHttp().getRequest<CalledRequest>().caller = caller as Caller;
  return Object.values(metadata)[0]?.factory(undefined, context);
}

describe('a parameter of a route', () => {
  const caller = { subject: 'person-1', orgId: 'org-1' };

  it('is the caller whom the guard has found', () => {
    expect(argumentOf('current', caller)).toEqual(caller);
    expect(argumentOf('ofOrg', caller)).toEqual(caller);
    expect(argumentOf('possible', caller)).toEqual(caller);
  });

  it('is undefined or throws without a caller', () => {
    expect(argumentOf('possible')).toBeUndefined();
    expect(() => argumentOf('current')).toThrow('has not read a token');
    expect(() => argumentOf('ofOrg')).toThrow('has not read a token');
    expect(() => argumentOf('ofOrg', { subject: 'person-1', orgId: undefined })).toThrow(
      'does not require an organization',
    );
  });
});
