import { Form, FormBody } from '@governance/http';
import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { resultPaths } from '../result/result-paths';
import { WhatIfService } from './what-if.service';

const options = { scripts: true, forms: true };

/** Other answers tried on a result, for people who have its address. Our script computes at once; without it, the form does. */
@SitePages('results/:capability/what-if', resultProblems)
export class WhatIfController {
  constructor(
    private readonly whatIf: WhatIfService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  @Get()
  @Page(options)
  async show(@Param('capability') capability: string): Promise<string> {
    return this.render(capability, await this.whatIf.start(capability));
  }

  /** Stores nothing. A form, so that answers are in no address and no log. */
  @Post()
  @HttpCode(200)
  @FormBody()
  @Page(options)
  async attempt(@Param('capability') capability: string, @Form() form: URLSearchParams): Promise<string> {
    return this.render(capability, await this.whatIf.attempt(capability, form));
  }

  private render(capability: string, view: object): string {
    return this.renderer.render('what-if', { ...view, ...resultPaths(capability, this.addresses) });
  }
}
