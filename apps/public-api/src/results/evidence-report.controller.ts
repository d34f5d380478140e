import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { answerDocument } from './answer-document';
import { DescribeEvidenceReport } from './document-answers.openapi';
import { EvidenceReportsService } from './evidence-reports.service';
import { HoldersOnly } from './holders-only.decorator';

/** The report of a result's evidence, for clients that have its capability. */
@Public()
@Controller('api/results/:capability/evidence-report')
export class EvidenceReportController {
  constructor(private readonly reports: EvidenceReportsService) {}

  @Get()
  @HoldersOnly()
  @DescribeEvidenceReport
  async get(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    answerDocument('evidence-report', await this.reports.get(capability, client), { req, res });
  }
}
