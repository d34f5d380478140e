import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { isSameName } from '@governance/kernel';
import { Controller, Get, Param, Post, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { formProblemOf } from '../form-problem';
import { ConsoleConnections } from './console-connections.service';
import { ConnectionPages } from './connection-pages';
import { probeProblemOf } from './probe-problem';

/** The test and the changes of one connection. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/connections/:id')
export class ConsoleConnectionChangesController {
  constructor(
    private readonly connections: ConsoleConnections,
    private readonly pages: ConsolePages,
    private readonly shown: ConnectionPages,
  ) {}

  @Post('test')
  @FormBody()
  async test(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      const report = await this.connections.test(session, id);
      await this.shown.sendTested(res, session, { id, report });
    } catch (error) {
      const problem = probeProblemOf(error, 'tests of connections');
      await this.shown.sendDetails(res, session, { id, problem });
    }
  }

  @Get('change')
  async form(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendChange(res, session, { id });
  }

  @Post('change')
  @FormBody()
  async change(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.connections.change(session, id, form);
      this.showAfter(res, id, 'changed');
    } catch (error) {
      await this.shown.sendChange(res, session, { id, form, problem: formProblemOf(error) });
    }
  }

  @Post('enable')
  @FormBody()
  async enable(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.connections.enable(session, id);
      this.showAfter(res, id, 'enabled');
    } catch (error) {
      await this.shown.sendDetails(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Get('disable')
  async confirmDisabling(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendDisabling(res, session, { id });
  }

  @Post('disable')
  @FormBody()
  async disable(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.connections.disable(session, id);
      this.showAfter(res, id, 'disabled');
    } catch (error) {
      await this.shown.sendDisabling(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Get('remove')
  async confirmRemoval(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendRemoval(res, session, { id });
  }

  @Post('remove')
  @FormBody()
  async remove(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const { name } = await this.connections.findAtProvider(session, id);
    if (!isSameName(form.get('name') ?? '', name)) {
      const problem = { status: 422, text: 'This is not the name of the connection. Nothing was removed.' };
      await this.shown.sendRemoval(res, session, { id, problem });
      return;
    }
    try {
      await this.connections.remove(session, id);
      this.pages.redirect(res, '/console/connections?done=removed');
    } catch (error) {
      await this.shown.sendRemoval(res, session, { id, problem: formProblemOf(error) });
    }
  }

  private showAfter(res: Response, id: string, done: string): void {
    this.pages.redirect(res, `/console/connections/${encodeURIComponent(id)}?done=${done}`);
  }
}
