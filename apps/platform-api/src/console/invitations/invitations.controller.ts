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
import { roleChoices } from '../role-words';
import { ConsoleInvitations } from './console-invitations.service';
import { statuses, statusOf, statusWords } from './invitation-view';

const done = {
  sent: 'The invitation was created, and its mail is queued. The link works once, for seven days.',
  again: 'A new invitation was created, and its mail is queued. The link of the earlier one no longer works.',
  revoked: 'The invitation was revoked. Its link no longer works.',
};

interface ShownList {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly problem?: FormProblem;
}

/** Inviting people into the organization. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/invitations')
export class ConsoleInvitationsController {
  constructor(
    private readonly invitations: ConsoleInvitations,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async list(
    @Query() query: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendList(res, session, { query });
  }

  @Get('new')
  async form(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    await this.invitations.checkMayWrite(session);
    await this.sendForm(res, session, { form: new URLSearchParams() });
  }

  @Post()
  @FormBody()
  async send(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.invitations.send(session, form);
      this.pages.redirect(res, '/console/invitations?done=sent');
    } catch (error) {
      await this.sendForm(res, session, { form, problem: formProblemOf(error) });
    }
  }

  @Post(':id/send-again')
  @FormBody()
  async sendAgain(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.invitations.sendAgain(session, id);
      this.pages.redirect(res, '/console/invitations?done=again');
    } catch (error) {
      await this.sendList(res, session, { problem: formProblemOf(error) });
    }
  }

  @Post(':id/revoke')
  @FormBody()
  async revoke(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.invitations.revoke(session, id);
      this.pages.redirect(res, '/console/invitations?done=revoked');
    } catch (error) {
      await this.sendList(res, session, { problem: formProblemOf(error) });
    }
  }

  private async sendList(
    res: Response,
    session: ConsoleSession,
    { query = {}, problem }: ShownList,
  ): Promise<void> {
    const status = statusOf(query.status);
    const cursor = typeof query.cursor === 'string' ? query.cursor : undefined;
    const { rows, next, mayWrite } = await this.invitations.list(session, { status, cursor });
    const view = {
      rows,
      next,
      mayWrite,
      status,
      statuses: statuses.map((value) => ({ value, label: statusWords[value], isChosen: value === status })),
      // Filtered pages may be empty before the last one.
      hasNone: rows.length === 0 && next === undefined && cursor === undefined && status === undefined,
      problem,
      notice: noticeOf(query.done, done),
    };
    this.pages.send(res, 'invitations', {
      title: 'Invitations',
      view,
      session,
      status: problem?.status ?? 200,
    });
  }

  private async sendForm(
    res: Response,
    session: ConsoleSession,
    { form, problem }: { readonly form: URLSearchParams; readonly problem?: FormProblem },
  ): Promise<void> {
    const connections = await this.invitations.connections(session);
    const role = form.get('role') ?? 'viewer';
    const view = {
      email: form.get('email') ?? '',
      roles: roleChoices.map((each) => ({ ...each, isChosen: each.value === role })),
      connections: connections.map(({ id, name }) => ({
        id,
        name,
        isChosen: id === form.get('connection_id'),
      })),
      problem,
    };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'invitations-new', { title: 'Invite a person', view, session, status });
  }
}
