import { Form, FormBody } from '@governance/http';
import { Problem } from '@governance/kernel';
import { Get, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { resultPaths } from '../result/result-paths';
import { ResultPageService } from '../result/result-page.service';
import { CompareService } from './compare.service';

/** Two results side by side, for people who have the addresses of both. */
@SitePages('results/:capability/compare', resultProblems)
export class CompareController {
  constructor(
    private readonly comparisons: CompareService,
    private readonly results: ResultPageService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  @Get()
  @Page({ forms: true })
  async ask(@Param('capability') capability: string): Promise<string> {
    await this.results.find(capability);
    return this.form(capability, '');
  }

  /** Leads to the comparison. A form, so that the other address is in no query. */
  @Post()
  @FormBody()
  @Page({ forms: true })
  async choose(
    @Param('capability') capability: string,
    @Form() form: URLSearchParams,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    await this.results.find(capability);
    return this.orForm(capability, res, () => {
      const other = this.comparisons.capabilityOf(form.get('other') ?? '');
      const page = `${this.addresses.publicBaseUrl}/results/${capability}/compare/${other}`;
      res.status(HttpStatus.SEE_OTHER).set('location', page);
      return Promise.resolve('');
    });
  }

  @Get(':other')
  @Page({ forms: true, scripts: true })
  show(
    @Param('capability') capability: string,
    @Param('other') other: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    return this.orForm(capability, res, async () => {
      const view = await this.comparisons.compare(capability, other);
      return this.renderer.render('comparison', { ...view, ...resultPaths(capability, this.addresses) });
    });
  }

  /** What cannot be compared is answered with the form again, and the reason. */
  private async orForm(capability: string, res: Response, page: () => Promise<string>): Promise<string> {
    try {
      return await page();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
      res.status(HttpStatus.BAD_REQUEST);
      return this.form(capability, error.message);
    }
  }

  private form(capability: string, problem: string): string {
    return this.renderer.render('compare', { problem, ...resultPaths(capability, this.addresses) });
  }
}
