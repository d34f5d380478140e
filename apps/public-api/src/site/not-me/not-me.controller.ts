import { FormBody } from '@governance/http';
import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { messageProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { NotMeService } from './not-me.service';

/** "This was not me": recipients of an unrequested message block their address. */
@SitePages('not-me/:token', messageProblems)
export class NotMeController {
  constructor(
    private readonly notMe: NotMeService,
    private readonly renderer: PageRenderer,
  ) {}

  /** Changes nothing: links in messages are opened by machines too. */
  @Get()
  @Page({ forms: true })
  ask(@Param('token') token: string): string {
    this.notMe.check(token);
    return this.renderer.render('not-me', {});
  }

  @Post()
  @HttpCode(200)
  @FormBody()
  @Page()
  async block(@Param('token') token: string): Promise<string> {
    await this.notMe.block(token);
    return this.renderer.render('blocked', {});
  }
}
