import { Get, Param, Query, Res } from '@nestjs/common';
import { type Response } from 'express';
import { asUuid } from '@governance/kernel';
import { certificateIdIn } from '@governance/verification';
import { SiteAddresses } from '../site-addresses';
import { checkView } from './check-view';
import { Page } from './page-headers';
import { PageRenderer } from './page-renderer';
import { certificateProblems } from './problem-texts';
import { SitePages } from './site-pages.decorator';
import { VerificationPageService } from './verification-page.service';

/** The human verification page: where canonical verification sends browsers (spec 4.1). */
@SitePages('verify', certificateProblems)
export class VerificationPageController {
  constructor(
    private readonly verification: VerificationPageService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** The form, or a redirect to the certificate that was entered in it. */
  @Get()
  @Page({ listed: true, forms: true, scripts: true })
  find(@Query('certificate') entry: unknown, @Res() res: Response): void {
    const id = typeof entry === 'string' ? certificateIdIn(entry) : undefined;
    if (id !== undefined) {
      res.redirect(303, `${this.addresses.publicBaseUrl}/verify/${id}`);
      return;
    }
    const problem = entry === undefined ? '' : 'This is not a certificate.';
    const view = checkView(problem, this.addresses.publicBaseUrl);
    res.status(entry === undefined ? 200 : 400).send(this.renderer.render('verify', view));
  }

  @Get(':id')
  @Page({ forms: true })
  async show(
    @Param('id') id: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string | undefined> {
    const meant = certificateIdIn(id);
    if (meant !== undefined && asUuid(id) === undefined) {
      res.redirect(302, `${this.addresses.publicBaseUrl}/verify/${meant}`);
      return undefined;
    }
    const { status, name, view } = await this.verification.pageOf(id);
    res.status(status);
    return this.renderer.render(name, view);
  }
}
