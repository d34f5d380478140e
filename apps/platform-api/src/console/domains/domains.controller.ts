import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Param, Post, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { probeProblemOf } from '../connections/probe-problem';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { formProblemOf } from '../form-problem';
import { ConsoleDomains } from './console-domains.service';
import { DomainPages } from './domain-pages';

/** The domains of the organization. Their list is on the page of the connections. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/domains')
export class ConsoleDomainsController {
  constructor(
    private readonly domains: ConsoleDomains,
    private readonly pages: ConsolePages,
    private readonly shown: DomainPages,
  ) {}

  @Get('new')
  async form(
    @Query('connection') connection: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const chosen = typeof connection === 'string' ? connection : '';
    await this.shown.sendForm(res, session, { form: new URLSearchParams({ connection_id: chosen }) });
  }

  @Post()
  @FormBody()
  async add(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      this.showAfter(res, await this.domains.add(session, form), 'added');
    } catch (error) {
      await this.shown.sendForm(res, session, { form, problem: formProblemOf(error) });
    }
  }

  @Get(':name')
  async show(
    @Param('name') name: string,
    @Query('done') done: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendDetails(res, session, { name, done });
  }

  @Post(':name/check')
  @FormBody()
  async check(
    @Param('name') name: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      const report = await this.domains.check(session, name);
      if (report) await this.shown.sendDetails(res, session, { name, report });
      else this.showAfter(res, name, 'proven');
    } catch (error) {
      await this.shown.sendDetails(res, session, {
        name,
        problem: probeProblemOf(error, 'checks of domains'),
      });
    }
  }

  @Post(':name/connection')
  @FormBody()
  async lead(
    @Param('name') name: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.domains.lead(session, name, form);
      this.showAfter(res, name, 'saved');
    } catch (error) {
      await this.shown.sendDetails(res, session, { name, problem: formProblemOf(error) });
    }
  }

  @Get(':name/remove')
  async confirm(
    @Param('name') name: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendRemoval(res, session, { name });
  }

  @Post(':name/remove')
  @FormBody()
  async remove(
    @Param('name') name: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.domains.remove(session, name);
      this.pages.redirect(res, '/console/connections?done=domain-removed');
    } catch (error) {
      await this.shown.sendRemoval(res, session, { name, problem: formProblemOf(error) });
    }
  }

  private showAfter(res: Response, name: string, done: string): void {
    this.pages.redirect(res, `/console/domains/${encodeURIComponent(name)}?done=${done}`);
  }
}
