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
import { ConsoleServiceIdentities } from './console-service-identities.service';

const done = {
  renamed: 'The name was changed. The service identity stays until you delete it.',
  deleted: 'The service identity was deleted.',
};

interface ShownIdentity {
  readonly id: string;
  readonly done?: unknown;
  /** The name that was refused. */
  readonly name?: string;
  readonly problem?: FormProblem;
}

/** What credentials act as: the holders of permissions. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/service-identities')
export class ConsoleServiceIdentitiesController {
  constructor(
    private readonly identities: ConsoleServiceIdentities,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async list(
    @Query() { cursor: wanted, done: what }: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const cursor = typeof wanted === 'string' ? wanted : undefined;
    const page = await this.identities.list(session, cursor);
    const hasNone = page.rows.length === 0 && cursor === undefined;
    const view = { ...page, hasNone, notice: noticeOf(what, done) };
    this.pages.send(res, 'service-identities', { title: 'Service identities', view, session });
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendDetails(res, session, { id, done: what });
  }

  @Post(':id/rename')
  @FormBody()
  async rename(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const name = form.get('name') ?? '';
    try {
      await this.identities.rename(session, id, name);
      this.pages.redirect(res, `/console/service-identities/${encodeURIComponent(id)}?done=renamed`);
    } catch (error) {
      await this.sendDetails(res, session, { id, name, problem: formProblemOf(error) });
    }
  }

  @Get(':id/delete')
  async confirm(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendDeletion(res, session, { id });
  }

  @Post(':id/delete')
  @FormBody()
  async delete(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.identities.delete(session, id);
      this.pages.redirect(res, '/console/service-identities?done=deleted');
    } catch (error) {
      await this.sendDeletion(res, session, { id, problem: formProblemOf(error) });
    }
  }

  private async sendDetails(
    res: Response,
    session: ConsoleSession,
    { id, done: what, name, problem }: ShownIdentity,
  ): Promise<void> {
    const { identity, mayWrite } = await this.identities.details(session, id);
    const view = { identity, mayWrite, name: name ?? identity.name, problem, notice: noticeOf(what, done) };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'service-identities-details', { title: identity.name, view, session, status });
  }

  private async sendDeletion(
    res: Response,
    session: ConsoleSession,
    { id, problem }: ShownIdentity,
  ): Promise<void> {
    const { identity, mayWrite } = await this.identities.details(session, id);
    const view = { identity, isUsed: identity.credentials.length > 0, mayWrite, problem };
    const status = problem?.status ?? 200;
    const title = `Delete ${identity.name}`;
    this.pages.send(res, 'service-identities-delete', { title, view, session, status });
  }
}
