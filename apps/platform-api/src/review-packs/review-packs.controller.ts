import { CurrentOrgCaller, type OrgCaller, RequirePermission } from '@governance/auth-guards';
import { Controller, Get, HttpStatus, Param, Res, StreamableFile } from '@nestjs/common';
import { type Response } from 'express';
import { PendingReviewPackResponse } from './pending-review-pack.dto';
import { DescribeGetReviewPack, retryAfterSeconds, reviewPackDisposition } from './review-packs.openapi';
import { ReviewPacks } from './review-packs.service';

/** A document for the meeting with a client (ADR 75). */
@Controller('org/clients')
export class ReviewPacksController {
  constructor(private readonly packs: ReviewPacks) {}

  @Get(':clientId/review-pack')
  @RequirePermission('org:results:read')
  @DescribeGetReviewPack
  async get(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('clientId') id: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<StreamableFile | PendingReviewPackResponse> {
    const pack = await this.packs.get(caller, id);
    if (pack.kind === 'stored') {
      res.status(HttpStatus.OK);
      const disposition = reviewPackDisposition(pack.clientId);
      return new StreamableFile(pack.bytes, { type: 'application/pdf', disposition });
    }
    res.status(HttpStatus.ACCEPTED).set('retry-after', String(retryAfterSeconds));
    return new PendingReviewPackResponse();
  }
}
