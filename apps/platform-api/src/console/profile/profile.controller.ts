import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Post, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { formProblemOf } from '../form-problem';
import { noticeOf } from '../notice';
import { ConsoleApi } from '../console-api';
import { profileChange, profileValues } from './profile-form';

const done = { saved: 'Your profile was saved.' };

/** The person's own profile. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/profile')
export class ConsoleProfileController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async show(
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const profile = await this.api.clientOf(session).get('/self/profile');
    const values = profileValues(profile);
    const view = { values, problem: undefined, notice: noticeOf(what, done) };
    this.pages.send(res, 'profile', { title: 'Profile', view, session });
  }

  @Post()
  @FormBody()
  async save(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const client = this.api.clientOf(session);
    const body = profileChange(form);
    try {
      await client.patch('/self/profile', { body });
      this.pages.redirect(res, '/console/profile?done=saved');
    } catch (error) {
      const problem = formProblemOf(error);
      const values = profileValues({ ...(await client.get('/self/profile')), ...body });
      const view = { values, problem, notice: undefined };
      this.pages.send(res, 'profile', { title: 'Profile', view, session, status: problem.status });
    }
  }
}
