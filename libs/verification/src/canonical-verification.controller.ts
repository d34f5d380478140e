import { Public } from '@governance/auth-guards';
import { AnyOrigin, ProblemFilter, publicSurface } from '@governance/http';
import { Controller, Get, Headers, Param, Query, Res, UseFilters } from '@nestjs/common';
import { type Response } from 'express';
import { asksForJson } from './accept';
import { DescribeCanonicalVerification } from './canonical-verification.openapi';
import { CertificateIdPipe } from './certificate-id.pipe';
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
  @DescribeCanonicalVerification()
  async verify(
    @Param('id', new CertificateIdPipe()) id: string,
    @Query('format') format: unknown,
    @Headers('accept') accept: string | undefined,
    @Res() res: Response,
  ): Promise<void> {
    res.vary('Accept').set('cache-control', 'no-store');
    if (format === 'json' || asksForJson(accept)) {
      res.json(verificationRecordResponse(await this.verification.recordOf(id)));
      return;
    }
    res.status(302).location(this.verification.humanPageOf(id)).end();
  }
}
