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
import { ConsoleMembers } from './console-members.service';

const done = {
  changed: 'The role was changed. Earlier tokens of this person permit no more than the new role.',
  removed: 'The person is no longer a member, and can no longer use the console for your organization.',
};

interface ShownMember {
  readonly id: string;
  readonly problem?: FormProblem;
}

/** The members of the organization. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/members')
export class ConsoleMembersController {
  constructor(
    private readonly members: ConsoleMembers,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async list(
    @Query() { cursor: wanted, done: what }: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const cursor = typeof wanted === 'string' ? wanted : undefined;
    const view = { ...(await this.members.list(session, cursor)), notice: noticeOf(what, done) };
    this.pages.send(res, 'members', { title: 'Members', view, session });
  }

  @Get(':id/role')
  async role(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendRole(res, session, { id });
  }

  @Post(':id/role')
  @FormBody()
  async changeRole(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.members.changeRole(session, id, form.get('role') ?? '');
      this.pages.redirect(res, '/console/members?done=changed');
    } catch (error) {
      await this.sendRole(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Get(':id/remove')
  async confirm(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.sendRemoval(res, session, { id });
  }

  @Post(':id/remove')
  @FormBody()
  async remove(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.members.remove(session, id);
      this.pages.redirect(res, '/console/members?done=removed');
    } catch (error) {
      await this.sendRemoval(res, session, { id, problem: formProblemOf(error) });
    }
  }

  private async sendRole(
    res: Response,
    session: ConsoleSession,
    { id, problem }: ShownMember,
  ): Promise<void> {
    const member = await this.members.find(session, id);
    const current = member.isAdmin ? 'account-admin' : 'viewer';
    const roles = roleChoices.map((each) => ({ ...each, isChosen: each.value === current }));
    const status = problem?.status ?? 200;
    const view = { member, roles, problem };
    this.pages.send(res, 'members-role', { title: `Role of ${member.label}`, view, session, status });
  }

  private async sendRemoval(
    res: Response,
    session: ConsoleSession,
    { id, problem }: ShownMember,
  ): Promise<void> {
    const member = await this.members.find(session, id);
    const status = problem?.status ?? 200;
    const view = { member, problem };
    this.pages.send(res, 'members-remove', { title: `Remove ${member.label}`, view, session, status });
  }
}
