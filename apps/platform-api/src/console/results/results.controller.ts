import { Public } from '@governance/auth-guards';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Param, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { noticeOf } from '../notice';
import { sendFile } from '../send-file';
import { ConsoleResults } from './console-results.service';
import {
  filterParameters,
  launchWords,
  modeWords,
  type ResultFilter,
  resultFilterOf,
  showWords,
  tierWords,
} from './result-filter';

const done = {
  attached: 'The result is in the list of your organization.',
  detached: 'The result is no longer in the list of your organization. The result itself stays.',
};

/** The assessment results of the organization. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/results')
export class ConsoleResultsController {
  constructor(
    private readonly results: ConsoleResults,
    private readonly pages: ConsolePages,
    private readonly settings: ConsoleSettings,
  ) {}

  @Get()
  async list(
    @Query() query: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const filter = resultFilterOf(query);
    const cursor = typeof query.cursor === 'string' ? query.cursor : undefined;
    const page = await this.results.list(session, filter, cursor);
    const parameters = filterParameters(filter);
    const view = {
      ...page,
      ...choicesOf(filter),
      parameters,
      client: filter.client,
      hasNone: page.rows.length === 0 && cursor === undefined && parameters === '',
      publicBaseUrl: this.settings.publicBaseUrl,
      notice: noticeOf(query.done, done),
    };
    this.pages.send(res, 'results', { title: 'Results', view, session });
  }

  @Get('export')
  async file(
    @Query() query: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const content = await this.results.file(session, resultFilterOf(query));
    await sendFile(res, { name: 'results.csv', contentType: 'text/csv; charset=utf-8', content });
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const { result, mayWrite } = await this.results.details(session, id);
    const verification = `${this.settings.publicBaseUrl}/verify/${result.id}`;
    const view = { result, mayWrite, verification, notice: noticeOf(what, done) };
    this.pages.send(res, 'results-details', { title: result.client, view, session });
  }
}

function choicesOf(filter: ResultFilter): object {
  const choices = (words: Readonly<Record<string, string>>, chosen: string): object[] =>
    Object.entries(words).map(([value, label]) => ({ value, label, isChosen: value === chosen }));
  return {
    modes: choices(modeWords, filter.mode),
    tiers: choices(tierWords, filter.tier),
    verdicts: choices(launchWords, filter.launch),
    shows: choices(showWords, filter.show),
  };
}
