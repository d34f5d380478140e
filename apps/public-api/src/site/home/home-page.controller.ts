import { publishedRubrics } from '@governance/rubric';
import { Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { RetentionSettings } from '../../retention/retention-settings';
import { SiteAccount } from '../../site-account';
import { Page, pageHeaders } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { assessmentProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { homeView } from './home-view';

const options = { listed: true, forms: true };

/** Where people begin. */
@SitePages('', assessmentProblems)
export class HomePageController {
  private page: string | undefined;

  constructor(
    private readonly renderer: PageRenderer,
    private readonly retention: RetentionSettings,
    private readonly account: SiteAccount,
  ) {}

  @Get()
  @Page(options)
  show(@Res({ passthrough: true }) res: Response): string {
    // Its only script is that of the account menu.
    if (this.account.cookie) res.set(pageHeaders({ ...options, scripts: true }));
    this.page ??= this.renderer.render(
      'home',
      homeView(publishedRubrics.current, this.retention.personalDataDays),
    );
    return this.page;
  }
}
