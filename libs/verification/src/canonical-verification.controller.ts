import { Public } from '@governance/auth-guards';
import { asUuid } from '@governance/kernel';
import { AnyOrigin, IgnoreApiVersion, ProblemFilter, publicSurface } from '@governance/http';
import { Controller, Get, Headers, Param, Query, Res, UseFilters } from '@nestjs/common';
import { type Response } from 'express';
import { asksForJson } from './accept';
import { DescribeCanonicalVerification } from './canonical-verification.openapi';
import { certificateIdIn } from './certificate-id-in';
import { notAnId } from './certificate-id.pipe';
import { verificationRecordResponse } from './verification-record.dto';
import { VerificationService } from './verification.service';

/**
 * The durable verification endpoint printed on every certificate (spec 4.1). Both surfaces serve it; its errors have the
 * public shape on the platform host too.
 */
@Public()
@AnyOrigin()
@UseFilters(new ProblemFilter(publicSurface))
@Controller('api/certification/verify')
export class CanonicalVerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Get(':id')
  @IgnoreApiVersion()
  @DescribeCanonicalVerification
  async verify(
    @Param('id') given: string,
    @Query('format') format: unknown,
    @Headers('accept') accept: string | undefined,
    @Res() res: Response,
  ): Promise<void> {
    const exact = asUuid(given);
    if (format === 'json' || asksForJson(accept)) {
      if (exact === undefined) throw notAnId();
      dependsOnAccept(res);
      res.json(verificationRecordResponse(await this.verification.recordOf(exact)));
      return;
    }
    // A person who follows a damaged copy of the printed address.
    const id = exact ?? certificateIdIn(given);
    // spec 4.1: 400 with `Error`, for a browser too, which then opens the form.
    if (id === undefined) throw notAnId({ refresh: `0; url=${this.verification.formWith(given)}` });
    dependsOnAccept(res);
    res.status(302).location(this.verification.humanPageOf(id)).end();
  }
}

function dependsOnAccept(res: Response): void {
  res.vary('Accept').set('cache-control', 'no-store');
}
