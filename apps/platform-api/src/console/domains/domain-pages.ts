import { type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { ConsolePages } from '../console-pages';
import { type FormProblem } from '../form-problem';
import { noticeOf } from '../notice';
import { type ConnectionChoice, ConsoleDomains } from './console-domains.service';
import { type CheckReport } from './domain-view';

const done = {
  added: 'The domain was added. Publish its record, then check it.',
  proven: 'The domain is proven.',
  saved: 'The change was saved.',
};

export interface ShownDetails {
  readonly name: string;
  readonly done?: unknown;
  readonly problem?: FormProblem;
  /** Of a check that has not proven the domain. */
  readonly report?: CheckReport;
}

/** The pages of one domain. */
@Injectable()
export class DomainPages {
  constructor(
    private readonly domains: ConsoleDomains,
    private readonly pages: ConsolePages,
  ) {}

  async sendForm(
    res: Response,
    session: ConsoleSession,
    { form, problem }: { readonly form: URLSearchParams; readonly problem?: FormProblem },
  ): Promise<void> {
    const choices = chosenIn(await this.domains.choices(session), form.get('connection_id'));
    const view = { name: form.get('name') ?? '', choices, problem };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-domain-new', { title: 'Add a domain', view, session, status });
  }

  async sendDetails(res: Response, session: ConsoleSession, shown: ShownDetails): Promise<void> {
    const { name, problem, report } = shown;
    const { domain, choices } = await this.domains.find(session, name);
    const view = {
      domain,
      choices: chosenIn(choices, domain.connectionId),
      problem,
      report,
      notice: noticeOf(shown.done, done),
    };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-domain', { title: domain.name, view, session, status });
  }

  async sendRemoval(
    res: Response,
    session: ConsoleSession,
    { name, problem }: Pick<ShownDetails, 'name' | 'problem'>,
  ): Promise<void> {
    const { domain } = await this.domains.find(session, name);
    const status = problem?.status ?? 200;
    const view = { domain, problem };
    const title = `Remove ${domain.name}`;
    this.pages.send(res, 'connections-domain-remove', { title, view, session, status });
  }
}

function chosenIn(
  choices: readonly ConnectionChoice[],
  chosen: string | null | undefined,
): (ConnectionChoice & { readonly isChosen: boolean })[] {
  return choices.map((choice) => ({ ...choice, isChosen: choice.id === chosen }));
}
