import { Public } from '@governance/auth-guards';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { sendFile } from '../send-file';
import { auditFilterOf, filterParameters } from './audit-filter';
import { operationWords, outcomeWords } from './audit-view';
import { ConsoleAudit, exportFormats } from './console-audit.service';

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;

/** What was done in the organization, by whom, and the exports of it. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/audit')
export class ConsoleAuditController {
  constructor(
    private readonly audit: ConsoleAudit,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async list(
    @Query() query: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const filter = auditFilterOf(query);
    const cursor = typeof query.cursor === 'string' ? query.cursor : undefined;
    const { rows, next } = await this.audit.list(session, filter, cursor);
    const view = {
      rows,
      next,
      parameters: filterParameters(filter),
      from: filter.from,
      to: filter.to,
      operations: choices(operationWords, filter.operation),
      outcomes: choices(outcomeWords, filter.outcome),
    };
    this.pages.send(res, 'audit', { title: 'Audit', view, session });
  }

  @Get('export')
  async events(
    @Query() query: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const format = exportFormats.find((each) => each === query.format) ?? 'jsonl';
    const content = await this.audit.events(session, auditFilterOf(query), format);
    await sendFile(res, { name: `audit-events.${format}`, contentType: contentTypes[format], content });
  }

  @Get('proof')
  async proof(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    const content = await this.audit.proof(session);
    await sendFile(res, { name: 'audit-proof.jsonl', contentType: contentTypes.jsonl, content });
  }
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

function choices(words: Readonly<Record<string, string>>, chosen: string): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label, isChosen: value === chosen }));
}
