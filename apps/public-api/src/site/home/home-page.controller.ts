import { Public } from '@governance/auth-guards';
import { publishedRubrics } from '@governance/rubric';
import { Controller, Get, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RetentionSettings } from '../../retention/retention.settings';
import { Page } from '../page-headers';
import { AssessmentErrorFilter } from '../page-error-filters';
import { PageRenderer } from '../page-renderer';
import { homeView } from './home-view';

/** Where people begin. */
@Public()
@ApiExcludeController()
@UseFilters(AssessmentErrorFilter)
@Controller()
export class HomePageController {
  private readonly page: string;

  constructor(renderer: PageRenderer, retention: RetentionSettings) {
    this.page = renderer.render('home', homeView(publishedRubrics.current, retention.personalDataDays));
  }

  @Get()
  @Page({ listed: true })
  show(): string {
    return this.page;
  }
}
