import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { EvidenceReportsService } from '../../results/evidence-reports.service';
import { HoldersOnly } from '../../results/holders-only.decorator';
import { SiteAddresses } from '../../site-addresses';
import { EvidenceReportErrorFilter } from '../page-errors.filter';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { documentView } from './document-view';
import { showDocument } from './show-document';

/** The download of the report of a result's evidence, for people who have the address of its result. */
@Public()
@ApiExcludeController()
@UseFilters(EvidenceReportErrorFilter)
@Controller('results/:capability')
export class ResultEvidenceController {
  constructor(
    private readonly reports: EvidenceReportsService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** Says whether the file is ready. The script asks the API; without it, a link asks again. */
  @Get('evidence-report')
  @Page({ scripts: true })
  async status(@Param('capability') capability: string, @ClientBucket() client: string): Promise<string> {
    const { kind } = await this.reports.get(capability, client);
    const { addresses } = this;
    const ready = kind === 'stored';
    return this.renderer.render(
      'document',
      documentView({ name: 'evidence-report', capability, ready, addresses }),
    );
  }

  /** The file. Until it is made, the page that says so. */
  @Get('evidence-report.pdf')
  @HoldersOnly()
  async file(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const answer = await this.reports.get(capability, client);
    const page = `${this.addresses.publicBaseUrl}/results/${capability}/evidence-report`;
    showDocument({ name: 'evidence-report', answer, page }, { req, res });
  }
}
