import { verificationUrl } from '@governance/assessments';
import { Public } from '@governance/auth-guards';
import { AnyOrigin, checkedIdempotencyKey, ClientBucket } from '@governance/http';
import {
  CertificateIdPipe,
  verificationRecordResponse,
  type VerificationRecordResponse,
  VerificationService,
} from '@governance/verification';
import { Body, Controller, Get, Header, Headers, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ResultCapabilities } from '../result-capabilities';
import { SiteAddresses } from '../site-addresses';
import {
  deprecatedSince,
  DescribeLegacyVerification,
  unknownCertificate,
} from './legacy-verification.openapi';
import { SubmitSurveyRequest } from './submit-survey.dto';
import { DescribeSubmitSurvey } from './submit-survey.openapi';
import { surveyResultResponse, type SurveyResultResponse } from './survey-result.dto';
import { SurveyResultsService } from './survey-results.service';

@Public()
@Controller('api/survey-results')
export class SurveyResultsController {
  constructor(
    private readonly surveyResults: SurveyResultsService,
    private readonly verification: VerificationService,
    private readonly addresses: SiteAddresses,
    private readonly capabilities: ResultCapabilities,
  ) {}

  @Post()
  @DescribeSubmitSurvey
  async submit(
    @Body() body: SubmitSurveyRequest,
    @Headers('idempotency-key') key: string | undefined,
    @ClientBucket() clientAddress: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<SurveyResultResponse> {
    const context = { key: checkedIdempotencyKey(key), clientAddress };
    const submitted = await this.surveyResults.submit(body, context);
    // `resultUrl` gives access to the plan.
    res.set('cache-control', 'no-store');
    if (submitted.replayed) res.set('idempotency-replayed', 'true');
    const { id } = submitted.result;
    return surveyResultResponse(submitted, {
      verificationUrl: verificationUrl(this.addresses.platformBaseUrl, id),
      resultUrl: this.capabilities.urlOf(id),
    });
  }

  /** spec 4.1, rule 3: the legacy alias, for certificates issued earlier. */
  @Get(':id/verify')
  @AnyOrigin()
  // Set before the id is checked, so that a 400 has it too.
  @Header('deprecation', deprecatedSince)
  @Header('cache-control', 'no-store')
  @DescribeLegacyVerification
  async verify(
    @Param('id', new CertificateIdPipe()) id: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<VerificationRecordResponse> {
    const successor = verificationUrl(this.addresses.platformBaseUrl, id);
    res.set('link', `<${successor}>; rel="successor-version"`);
    const record = await this.verification.recordOf(id);
    if (record.status === 'not_found') throw unknownCertificate();
    return verificationRecordResponse(record);
  }
}
