import { Public } from '@governance/auth-guards';
import { Controller, Get, Header } from '@nestjs/common';
import { IdentityResponse } from './identity.dto';
import { DescribeIdentity } from './identity.openapi';

/** The identity probe: it always answers, and decides which views the website shows (spec 5.1). */
@Public()
@Controller('api/me')
export class IdentityController {
  @Get()
  @DescribeIdentity()
  @Header('cache-control', 'no-store')
  @Header('vary', 'Authorization')
  me(): IdentityResponse {
    // spec 5.1.2: callers are anonymous, and so is a token that cannot be checked; this service has no token issuer yet.
    return new IdentityResponse();
  }
}
