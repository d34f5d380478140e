import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, HttpStatus, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { retryAfterSeconds } from './document-answers.openapi';
import { DocumentStatusResponse } from './document-status.dto';
import { DescribeEvidenceReport } from './evidence-report.openapi';
import { EvidenceReportsService } from './evidence-reports.service';
import { HoldersOnly } from './holders-only.decorator';
import { sendDocument } from './send-document';

/** The report of a result's evidence, for clients that have its capability. */
@Public()
@Controller('api/results/:capability/evidence-report')
export class EvidenceReportController {
  constructor(private readonly reports: EvidenceReportsService) {}

  @Get()
  @HoldersOnly()
  @DescribeEvidenceReport()
  async get(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const report = await this.reports.get(capability, client);
    if (report.kind === 'stored') {
      sendDocument({ ...report, name: 'evidence-report' }, { req, res });
      return;
    }
    res.status(HttpStatus.ACCEPTED).set('retry-after', String(retryAfterSeconds));
    res.json(new DocumentStatusResponse());
  }
}
