import { SerializeAs } from '@governance/http';
import { IdentifyCaller, PossibleCaller, Public } from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Controller, Get, Header, Req, Res, UseGuards } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { IdentityResponse } from './identity.dto';
import { DescribeIdentity } from './identity.openapi';
import { IdentityService } from './identity.service';

/** The identity probe: always answers 200. The website uses it to choose its views (spec 5.1). */
@Public()
@UseGuards(IdentifyCaller)
@Controller('api/me')
export class IdentityController {
  constructor(private readonly identity: IdentityService) {}

  @Get()
  @SerializeAs(IdentityResponse)
  @DescribeIdentity
  @Header('cache-control', 'no-store')
  async me(
    @PossibleCaller() caller: Caller | undefined,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<IdentityResponse> {
    res.vary('Authorization, Cookie');
    // spec 5.1.2: without a valid token or session the caller is anonymous.
    return new IdentityResponse(await this.identity.identify(req.headers, caller));
  }
}
