import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Controller, Get, Param, Post, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type FormProblem, formProblemOf } from '../form-problem';
import { attachProblemOf, capabilityOf } from './attach-form';
import { AttachSignInFilter } from './attach-sign-in.filter';
import { ConsoleResults } from './console-results.service';

/** Attaching results to the organization, and detaching them. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/results')
export class ConsoleResultChangesController {
  constructor(
    private readonly results: ConsoleResults,
    private readonly pages: ConsolePages,
    private readonly settings: ConsoleSettings,
  ) {}

  /** A link can have the capability after its `#`, where no server sees it: the page's script reads it. */
  @Get('attach')
  @UseFilters(AttachSignInFilter)
  async form(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    this.requireServed();
    await this.results.requireWriter(session);
    this.sendForm(res, session, { entered: '' });
  }

  /** The capability is in no address of this surface: the page after it has the id of the result. */
  @Post('attach')
  @FormBody()
  async attach(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    this.requireServed();
    const entered = form.get('address') ?? '';
    const read = capabilityOf(entered, this.settings.publicBaseUrl);
    if (read.problem !== undefined) {
      this.sendForm(res, session, { entered, problem: read.problem });
      return;
    }
    try {
      const id = await this.results.attach(session, read.capability);
      this.pages.redirect(res, `/console/results/${id}?done=attached`);
    } catch (error) {
      this.sendForm(res, session, { entered, problem: attachProblemOf(error) });
    }
  }

  @Get(':id/detach')
  async confirm(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.results.requireWriter(session);
    await this.sendDetachment(res, session, { id });
  }

  @Post(':id/detach')
  @FormBody()
  async detach(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.results.detach(session, id);
      this.pages.redirect(res, '/console/results?done=detached');
    } catch (error) {
      await this.sendDetachment(res, session, { id, problem: formProblemOf(error) });
    }
  }

  private requireServed(): void {
    if (!this.settings.live.has('org.results')) throw new Problem('not_found', 'results are not served');
  }

  private sendForm(
    res: Response,
    session: ConsoleSession,
    { entered, problem }: { readonly entered: string; readonly problem?: FormProblem },
  ): void {
    const view = { entered, problem, publicBaseUrl: this.settings.publicBaseUrl };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'results-attach', { title: 'Attach a result', view, session, status });
  }

  private async sendDetachment(
    res: Response,
    session: ConsoleSession,
    { id, problem }: { readonly id: string; readonly problem?: FormProblem },
  ): Promise<void> {
    const { result } = await this.results.details(session, id);
    const status = problem?.status ?? 200;
    const title = `Detach the result of ${result.client}`;
    this.pages.send(res, 'results-detach', { title, view: { result, problem }, session, status });
  }
}
