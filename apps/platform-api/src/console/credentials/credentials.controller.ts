import { Public } from '@governance/auth-guards';
import { Form, FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Param, Post, Query, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { ConsoleErrorFilter } from '../console-error.filter';
import { ConsoleGuard, CurrentSession } from '../console.guard';
import { ConsolePages } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type FormProblem, formProblemOf } from '../form-problem';
import { noticeOf } from '../notice';
import { ConsoleCredentials } from './console-credentials.service';
import { valuesOf } from './credential-form';
import { CredentialPages } from './credential-pages';
import { filterOf, filterParameters, states } from './credential-view';

const done = {
  revoked: 'The credential was revoked. Its secret and its tokens no longer work.',
};

const stateWords = { all: 'All', ending: 'Expiring within 30 days', unused: 'Never used' } as const;

interface ShownForm {
  readonly form: URLSearchParams;
  readonly problem?: FormProblem;
}

/** The list of credentials, and a new one. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@UseGuards(ConsoleGuard)
@Controller('console/credentials')
export class ConsoleCredentialsController {
  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly pages: ConsolePages,
    private readonly shown: CredentialPages,
    private readonly settings: ConsoleSettings,
  ) {}

  @Get()
  async list(
    @Query() { name, state, cursor, done: what }: Record<string, unknown>,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const filter = filterOf(name, state);
    const wanted = { filter, cursor: typeof cursor === 'string' ? cursor : undefined };
    const { rows, next, mayWrite } = await this.credentials.list(session, wanted);
    const parameters = filterParameters(filter);
    const view = {
      rows,
      mayWrite,
      next,
      name: filter.text,
      parameters,
      hasNone: rows.length === 0 && wanted.cursor === undefined && parameters === '',
      states: states.map((each) => ({
        value: each,
        label: stateWords[each],
        isChosen: each === filter.state,
      })),
      notice: noticeOf(what, done),
    };
    this.pages.send(res, 'credentials', { title: 'Credentials', view, session });
  }

  @Get('new')
  async form(
    @Query('service_identity_id') identity: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    const form = new URLSearchParams({ key: randomUUID() });
    if (typeof identity === 'string') form.set('service_identity_id', identity);
    await this.sendForm(res, session, { form });
  }

  @Post()
  @FormBody()
  async create(
    @Form() form: URLSearchParams,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    try {
      const issued = await this.credentials.create(session, form);
      this.shown.sendIssued(res, session, { issued, isNew: true });
    } catch (error) {
      await this.sendForm(res, session, { form, problem: formProblemOf(error) });
    }
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query('done') what: unknown,
    @CurrentSession() session: ConsoleSession,
    @Res() res: Response,
  ): Promise<void> {
    await this.shown.sendDetails(res, session, { id, done: what });
  }

  private async sendForm(
    res: Response,
    session: ConsoleSession,
    { form, problem }: ShownForm,
  ): Promise<void> {
    const { permissions, identities } = await this.credentials.choices(session);
    const values = valuesOf(form);
    const view = {
      values,
      problem,
      canRestrict: this.settings.capabilities.networks,
      // A key that was refused may be used again only for the same request.
      key: problem ? randomUUID() : form.get('key'),
      permissions: permissions.map(({ permission, description }) => ({
        permission,
        description,
        isChosen: values.permissions.has(permission),
      })),
      identities: identities.map(({ id, name }) => ({ id, name, isChosen: id === values.serviceIdentityId })),
    };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'credentials-new', { title: 'New credential', view, session, status });
  }
}
