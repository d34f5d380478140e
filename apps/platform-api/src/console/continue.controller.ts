import { Public } from '@governance/auth-guards';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard, CurrentSession } from './console.guard';
import { ConsolePages } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { continuedField } from './step-up';

/** After the second factor: the form that needed it is sent again, by POST and with the proof of this session. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/continue')
export class ConsoleContinueController {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly pages: ConsolePages,
  ) {}

  @Get()
  async show(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    const kept = await this.sessions.takeForm(session);
    if (kept?.isReady !== true) {
      this.pages.redirect(res, '/console');
      return;
    }
    const view = {
      // Our own page, and within the base path of the surface.
      action: kept.path.replace(/^\/console/, ''),
      fields: kept.fields.map(([name, value]) => ({ name, value })),
      continuedField,
      secrets: kept.omitted.map((name) => ({ name, label: labelOf(name) })),
    };
    this.pages.send(res, 'continue', { title: 'Continue', view, session });
  }
}

/** `client_secret` is `Client secret`. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
