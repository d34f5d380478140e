import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Param, Post, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { type FormProblem, formProblemOf } from '../form-problem';
import { noticeOf } from '../notice';
import { ConsoleConnections } from './console-connections.service';
import { valuesOf } from './connection-form';
import { ConnectionPages } from './connection-pages';

const done = {
  removed: 'The connection was removed, with the accounts of its members. Their tokens no longer work.',
  'domain-removed': 'The domain was removed, with its proof.',
};

/** The list of connections and domains, and a new connection. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/connections')
export class ConsoleConnectionsController {
  constructor(
    private readonly connections: ConsoleConnections,
    private readonly pages: ConsolePages,
    private readonly shown: ConnectionPages,
  ) {}

  @Get()
  async list(
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const page = await this.connections.list(session);
    this.pages.send(res, 'connections', {
      title: 'Connections',
      view: { ...page, notice: noticeOf(what, done) },
      session,
    });
  }

  @Get('new')
  async form(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    await this.connections.requireWrite(session);
    this.sendForm(res, session, { form: new URLSearchParams() });
  }

  @Post()
  @FormBody()
  async create(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      const { id } = await this.connections.create(session, form);
      this.pages.redirect(res, `/console/connections/${encodeURIComponent(id)}?done=added`);
    } catch (error) {
      this.sendForm(res, session, { form, problem: formProblemOf(error) });
    }
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendDetails(res, session, { id, done: what });
  }

  private sendForm(
    res: Response,
    session: ConsoleSession,
    { form, problem }: { readonly form: URLSearchParams; readonly problem?: FormProblem },
  ): void {
    const view = { values: valuesOf(form), problem };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-new', { title: 'Add a connection', view, session, status });
  }
}
