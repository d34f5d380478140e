import { ClientBucket, FormBody } from '@governance/http';
import { Problem } from '@governance/kernel';
import { Get, Header, HttpStatus, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import { type Response } from 'express';
import { DomainProofsService } from '../../domain-proof/domain-proofs.service';
import { HoldersOnly } from '../../results/holders-only.decorator';
import { SiteAddresses } from '../../site-addresses';
import { ResendLimitGuard } from '../../survey-results/resend/resend-limit.guard';
import { ResendService } from '../../survey-results/resend/resend.service';
import { domainView } from '../domain/domain-view';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { planCsv } from './plan-csv';
import { ResultPageService } from './result-page.service';
import { resultView } from './result-view';

/** The page of a result, for people who have its address. */
@SitePages('results/:capability', resultProblems)
export class ResultPageController {
  constructor(
    private readonly results: ResultPageService,
    private readonly resends: ResendService,
    private readonly domains: DomainProofsService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  @Get()
  @Page({ scripts: true, forms: true })
  async show(
    @Param('capability') capability: string,
    @Query('sent') sent: unknown,
    @Query('domain') notice: unknown,
  ): Promise<string> {
    const { addresses } = this;
    const shown = await this.results.findWithEvidence(capability);
    const view = resultView(shown, { capability, sent, addresses });
    const [proof, status, delivery] = await Promise.all([
      this.domains.find(capability),
      this.results.certificateStatusOf(view.id),
      this.results.deliveryOf(capability),
    ]);
    const domain = domainView(proof, { capability, notice, addresses });
    return this.renderer.render('result', { ...view, domain, delivery, withdrawn: status === 'withdrawn' });
  }

  @Get('plan.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="ai-governance-plan.csv"')
  @HoldersOnly()
  async plan(@Param('capability') capability: string): Promise<string> {
    return planCsv(await this.results.findWithEvidence(capability));
  }

  /** Counts with the resends of the API. Answered by the page again, which says what became of it. */
  @Post('resend')
  @FormBody()
  @UseGuards(ResendLimitGuard)
  @Page()
  async resend(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    const isQueued = await this.queue(this.results.idOf(capability), client);
    const page = `${this.addresses.publicBaseUrl}/results/${capability}${isQueued ? '' : '?sent=not'}#certificate`;
    res.status(HttpStatus.SEE_OTHER).set('location', page);
  }

  private async queue(id: string, client: string): Promise<boolean> {
    try {
      await this.resends.resend(id, client);
      return true;
    } catch (error) {
      // Without an address, or withdrawn: there is nothing to send, and the page says so.
      if (error instanceof Problem && error.kind === 'not_found') return false;
      throw error;
    }
  }
}
