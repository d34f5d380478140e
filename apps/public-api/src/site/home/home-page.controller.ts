import { Public } from '@governance/auth-guards';
import { publishedRubrics } from '@governance/rubric';
import { Controller, Get, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RetentionSettings } from '../../retention/retention-settings';
import { Page } from '../page-headers';
import { AssessmentErrorFilter } from '../page-errors.filter';
import { PageRenderer } from '../page-renderer';
import { homeView } from './home-view';

/** Where people begin. */
@Public()
@ApiExcludeController()
@UseFilters(AssessmentErrorFilter)
@Controller()
export class HomePageController {
  private page: string | undefined;

  constructor(
    private readonly renderer: PageRenderer,
    private readonly retention: RetentionSettings,
  ) {}

  @Get()
  @Page({ listed: true, forms: true })
  show(): string {
    this.page ??= this.renderer.render(
      'home',
      homeView(publishedRubrics.current, this.retention.personalDataDays),
    );
    return this.page;
  }
}
