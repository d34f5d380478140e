import { SerializeAs } from '@governance/http';
import { IdentifyCaller, PossibleCaller, Public } from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { IdentityResponse } from './identity.dto';
import { DescribeIdentity } from './identity.openapi';

/** The identity probe: always answers 200. The website uses it to choose its views (spec 5.1). */
@Public()
@UseGuards(IdentifyCaller)
@Controller('api/me')
export class IdentityController {
  @Get()
  @SerializeAs(IdentityResponse)
  @DescribeIdentity()
  @Header('cache-control', 'no-store')
  @Header('vary', 'Authorization')
  me(@PossibleCaller() caller: Caller | undefined): IdentityResponse {
    // spec 5.1.2: without a valid token the caller is anonymous.
    return new IdentityResponse(caller);
  }
}
