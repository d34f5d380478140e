import { Public } from '@governance/auth-guards';
import { FormBody } from '@governance/http';
import { Controller, Get, HttpCode, Param, Post, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MessageErrorFilter } from '../page-errors.filter';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { NotMeService } from './not-me.service';

/** "This was not me": recipients of an unrequested message block their address. */
@Public()
@ApiExcludeController()
@UseFilters(MessageErrorFilter)
@Controller('not-me/:token')
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
