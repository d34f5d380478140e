import { Get, Header, Param } from '@nestjs/common';
import { HoldersOnly } from '../../results/holders-only.decorator';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { answersCsv } from './answers-csv';
import { frameworksView } from './frameworks-view';
import { ResultPageService } from './result-page.service';
import { resultPaths } from './result-paths';

/** Reports about a result, for people who have its address. */
@SitePages('results/:capability', resultProblems)
export class ResultReportsController {
  constructor(
    private readonly results: ResultPageService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** What the answers say about each framework, and what they do not. */
  @Get('frameworks')
  @Page({ scripts: true })
  async frameworks(@Param('capability') capability: string): Promise<string> {
    const view = frameworksView(await this.results.find(capability));
    return this.renderer.render('frameworks', { ...view, ...resultPaths(capability, this.addresses) });
  }

  @Get('answers.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="ai-governance-answers.csv"')
  @HoldersOnly()
  async answers(@Param('capability') capability: string): Promise<string> {
    return answersCsv(await this.results.findWithEvidence(capability));
  }
}
