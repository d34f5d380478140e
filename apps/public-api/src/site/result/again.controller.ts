import { Get, Param } from '@nestjs/common';
import { AssessmentFormService } from '../assessment-form/assessment-form.service';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { ResultPageService } from './result-page.service';

/** The assessment again, from the answers of a result, for people who have its address. */
@SitePages('results/:capability/again', resultProblems)
export class AgainController {
  constructor(
    private readonly results: ResultPageService,
    private readonly forms: AssessmentFormService,
    private readonly renderer: PageRenderer,
  ) {}

  /** With the questions of the current rubric. */
  @Get()
  @Page({ scripts: true, forms: true })
  async show(@Param('capability') capability: string): Promise<string> {
    const [{ result, evidence }, organizationName] = await Promise.all([
      this.results.findWithEvidence(capability),
      this.results.organizationNameOf(capability),
    ]);
    const again = this.forms.again({ ...result, evidence, organizationName }, capability);
    return this.renderer.render('assessment', again);
  }
}
