import { SerializeAs } from '@governance/http';
import { Authenticated, CurrentCaller } from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Controller, Get } from '@nestjs/common';
import { MeResponse } from './me.dto';
import { DescribeMe } from './me.openapi';

/** spec 2.7: the identity that the token gives the caller. */
@Controller('self/me')
export class MeController {
  @Get()
  @Authenticated()
  @SerializeAs(MeResponse)
  @DescribeMe
  me(@CurrentCaller() caller: Caller): MeResponse {
    return new MeResponse(caller);
  }
}
