import { Problem } from '@governance/kernel';
import { publishedRubrics } from '@governance/rubric';
import { Get, HttpStatus, Param, Redirect } from '@nestjs/common';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { rubricProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { rubricView } from './rubric-view';

/** The questions and rules, for people. Programs read `/assessment.json`. */
@SitePages('rubric', rubricProblems)
export class RubricPageController {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** The version that new assessments use. */
  @Get()
  @Redirect('', HttpStatus.FOUND)
  current(): { url: string } {
    return { url: `${this.addresses.publicBaseUrl}/rubric/${publishedRubrics.current.version}` };
  }

  @Get(':version')
  @Page({ listed: true })
  show(@Param('version') version: string): string {
    const rubric = publishedRubrics.find(version);
    if (!rubric) throw new Problem('not_found', 'there is no such version');
    return this.renderer.render('rubric', rubricView(rubric));
  }
}
