import { Public } from '@governance/auth-guards';
import { FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Controller, Get, Param, Post, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard, CurrentSession } from './console.guard';
import { ConsolePages } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { momentInWords } from './moments';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The sessions of this person, so that a forgotten one can be ended from elsewhere. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/sessions')
export class ConsoleSessionsController {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async list(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    const sessions = (await this.sessions.listOf(session)).map((each) => ({
      id: each.id,
      browser: each.browser,
      isThis: each.id === session.id,
      began: momentInWords(each.createdAt),
      lastUsed: momentInWords(each.lastUsedAt),
      ends: momentInWords(each.endsAt),
    }));
    const view = { sessions, hasOthers: sessions.length > 1 };
    this.pages.send(res, 'sessions', { title: 'Sessions', view, session });
  }

  @Post('end-others')
  @FormBody()
  async endOthers(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    await this.sessions.endOthers(session);
    this.backToList(res);
  }

  /** One that has ended in the meantime is what the person wanted. */
  @Post(':id/end')
  @FormBody()
  async end(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    if (!uuid.test(id) || id === session.id)
      throw new Problem('not_found', 'there is no other session with this id');
    await this.sessions.end(session, id);
    this.backToList(res);
  }

  private backToList(res: Response): void {
    this.pages.redirect(res, '/console/sessions');
  }
}
