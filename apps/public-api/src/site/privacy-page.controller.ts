import { canRemind } from '@governance/assessments';
import { Get } from '@nestjs/common';
import { RetentionSettings } from '../retention/retention-settings';
import { Page } from './page-headers';
import { PageRenderer } from './page-renderer';
import { assessmentProblems } from './problem-texts';
import { SitePages } from './site-pages.decorator';

/** What the service stores of its visitors. Pages link to it unless the operator has a policy of its own. */
@SitePages('privacy', assessmentProblems)
export class PrivacyPageController {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly retention: RetentionSettings,
  ) {}

  @Get()
  @Page({ listed: true })
  show(): string {
    const { personalDataDays } = this.retention;
    return this.renderer.render('privacy', { personalDataDays, reminder: canRemind(personalDataDays) });
  }
}
