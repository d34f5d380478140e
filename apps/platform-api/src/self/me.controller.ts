import { Authenticated, CurrentCaller } from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Controller, Get, SerializeOptions } from '@nestjs/common';
import { MeResponse } from './me.dto';
import { DescribeMe } from './me.openapi';

/** spec 2.7: whom the token makes the caller. */
@Controller('self/me')
export class MeController {
  @Get()
  @Authenticated()
  @SerializeOptions({ type: MeResponse })
  @DescribeMe()
  me(@CurrentCaller() caller: Caller): MeResponse {
    return new MeResponse(caller);
  }
}
