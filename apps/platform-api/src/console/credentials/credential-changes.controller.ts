import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { isSameName } from '@governance/kernel';
import { Controller, Get, Param, Post, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { formProblemOf } from '../form-problem';
import { ConsoleCredentials } from './console-credentials.service';
import { CredentialPages } from './credential-pages';

/** Changes of one credential. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/credentials/:id')
export class ConsoleCredentialChangesController {
  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly pages: ConsolePages,
    private readonly shown: CredentialPages,
  ) {}

  @Post('rotate')
  @FormBody()
  async rotate(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      const issued = await this.credentials.rotate(session, id, form);
      this.shown.sendIssued(res, session, { issued, isNew: false, overlap: form.get('overlap') });
    } catch (error) {
      await this.shown.sendDetails(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Post('rename')
  @FormBody()
  async rename(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.credentials.rename(session, id, form);
      this.pages.redirect(res, `/console/credentials/${encodeURIComponent(id)}?done=renamed`);
    } catch (error) {
      await this.shown.sendDetails(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Post('end-previous')
  @FormBody()
  async endPrevious(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      await this.credentials.endPrevious(session, id);
      this.pages.redirect(res, `/console/credentials/${encodeURIComponent(id)}?done=previous-ended`);
    } catch (error) {
      await this.shown.sendDetails(res, session, { id, problem: formProblemOf(error) });
    }
  }

  @Get('revoke')
  async confirm(
    @Param('id') id: string,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendRevocation(res, session, { id });
  }

  @Post('revoke')
  @FormBody()
  async revoke(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const { credential } = await this.credentials.details(session, id);
    if (!isSameName(form.get('name') ?? '', credential.name)) {
      const problem = { status: 422, text: 'This is not the name of the credential. Nothing was revoked.' };
      await this.shown.sendRevocation(res, session, { id, problem });
      return;
    }
    await this.credentials.revoke(session, id);
    this.pages.redirect(res, '/console/credentials?done=revoked');
  }
}
