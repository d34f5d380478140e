import { Public } from '@governance/auth-guards';
import { ClientBucket, IgnoreBody, SerializeAs } from '@governance/http';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ResendResponse } from './resend.dto';
import { DescribeResend } from './resend.openapi';
import { ResendLimitGuard } from './resend-limit.guard';
import { ResendService } from './resend.service';

@Public()
@Controller('api/survey-results')
export class ResendController {
  constructor(private readonly resends: ResendService) {}

  /** spec 4.1: the certificate is sent only to the address recorded at submission. */
  @Post(':id/resend')
  @IgnoreBody()
  @SerializeAs(ResendResponse)
  @DescribeResend
  @UseGuards(ResendLimitGuard)
  async resend(@Param('id') id: string, @ClientBucket() client: string): Promise<ResendResponse> {
    return { id: await this.resends.resend(id, client), status: 'queued' };
  }
}
