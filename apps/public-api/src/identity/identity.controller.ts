import { SerializeAs } from '@governance/http';
import { IdentifyCaller, PossibleCaller, Public } from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Controller, Get, Header, Res, UseGuards } from '@nestjs/common';
import { type Response } from 'express';
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
  me(
    @PossibleCaller() caller: Caller | undefined,
    @Res({ passthrough: true }) res: Response,
  ): IdentityResponse {
    res.vary('Authorization');
    // spec 5.1.2: without a valid token the caller is anonymous.
    return new IdentityResponse(caller);
  }
}
