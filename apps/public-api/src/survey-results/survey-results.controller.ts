import { verificationUrl } from '@governance/assessments';
import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/http';
import { CertificateIdPipe, ValidRecordResponse, VerificationService } from '@governance/verification';
import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ClientBucket } from '../client-bucket';
import { SiteAddresses } from '../site-addresses';
import { checkedKey } from './idempotency-key';
import { deprecatedSince, DescribeLegacyVerification } from './legacy-verification.openapi';
import { SubmitSurveyRequest } from './submit-survey.dto';
import { DescribeSubmitSurvey } from './submit-survey.openapi';
import { SurveyResultResponse } from './survey-result.dto';
import { SurveyResultsService } from './survey-results.service';

@Public()
@Controller('api/survey-results')
export class SurveyResultsController {
  constructor(
    private readonly surveyResults: SurveyResultsService,
    private readonly verification: VerificationService,
    private readonly addresses: SiteAddresses,
  ) {}

  @Post()
  @DescribeSubmitSurvey()
  async submit(
    @Body() body: SubmitSurveyRequest,
    @Headers('idempotency-key') key: string | undefined,
    @ClientBucket() clientAddress: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<SurveyResultResponse> {
    const submitted = await this.surveyResults.submit(body, { key: checkedKey(key), clientAddress });
    if (submitted.replayed) res.set('idempotency-replayed', 'true');
    return new SurveyResultResponse(submitted, this.addresses.platformBaseUrl);
  }

  /** spec 4.1, rule 3: the legacy alias, for certificates issued earlier. */
  @Get(':id/verify')
  @DescribeLegacyVerification()
  async verify(
    @Param('id', new CertificateIdPipe()) id: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ValidRecordResponse> {
    const successor = verificationUrl(this.addresses.platformBaseUrl, id);
    res.set({
      deprecation: deprecatedSince,
      link: `<${successor}>; rel="successor-version"`,
      'cache-control': 'no-store',
    });
    const record = await this.verification.recordOf(id);
    if (!record.valid) throw new Problem('not_found', 'there is no certificate with this id');
    return new ValidRecordResponse(record);
  }
}
