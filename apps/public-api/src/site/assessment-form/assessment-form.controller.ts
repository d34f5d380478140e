import { ClientBucket, Form, FormBody } from '@governance/http';
import { modes } from '@governance/rubric';
import { Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { assessmentProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { AssessmentFormService } from './assessment-form.service';

const options = { scripts: true, forms: true, listed: true };

/** The assessment for people: one long form, which our scripts take apart into steps. */
@SitePages('assessment', assessmentProblems)
export class AssessmentFormController {
  constructor(
    private readonly forms: AssessmentFormService,
    private readonly renderer: PageRenderer,
  ) {}

  /** Without a mode: the choice of it. */
  @Get()
  @Page(options)
  show(@Query('mode') asked: unknown): string {
    const mode = modes.find((known) => known === asked);
    if (mode === undefined) return this.renderer.render('start', this.forms.start());
    return this.renderer.render('assessment', this.forms.empty(mode));
  }

  /** What is wrong, or is to be checked first, is answered with the same form, filled in; a result with the way to its page. */
  @Post()
  @FormBody()
  @Page(options)
  async submit(
    @Form() form: URLSearchParams,
    @ClientBucket() clientAddress: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const outcome = await this.forms.submit(form, clientAddress);
    if ('resultUrl' in outcome) {
      res.status(HttpStatus.SEE_OTHER).set('location', outcome.resultUrl);
      return '';
    }
    res.status(outcome.isComplete ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
    return this.renderer.render('assessment', outcome.view);
  }
}
