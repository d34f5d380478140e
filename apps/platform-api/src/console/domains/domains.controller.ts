import { probeProblem } from '../connections/probe-problem';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleDomains } from './console-domains.service';
import { domainFields, leadFields } from './domain-fields';
import { type CheckReport } from './domain-view';

const notices = {
  added: 'The domain was added. Publish its record, then check it.',
  proven: 'The domain is proven.',
  saved: 'The change was saved.',
};

/** The domains of the organization. Their list is on the page of the connections. */
@ConsoleController('domains')
export class ConsoleDomainsController {
  constructor(private readonly domains: ConsoleDomains) {}

  @Page('new')
  async form({ session, query }: PageRequest): Promise<ShownPage> {
    const { connection } = query;
    const form = {
      fields: domainFields,
      values: { connection_id: typeof connection === 'string' ? connection : '' },
      choices: { connection_id: await this.domains.choices(session) },
    };
    return { page: 'connections-domain-new', title: 'Add a domain', form };
  }

  @PageForm('', 'form', { fields: domainFields })
  async add({ session, form }: PageRequest): Promise<Redirect> {
    return { to: 'domains', id: await this.domains.add(session, form), done: 'added' };
  }

  @Page(':name')
  show(request: PageRequest): Promise<ShownPage> {
    return this.details(request);
  }

  @PageForm(':name/check', 'show', { problem: probeProblem('checks of domains') })
  async check(request: PageRequest): Promise<ShownPage | Redirect> {
    const { session, id } = request;
    const report = await this.domains.check(session, id);
    return report ? this.details(request, report) : { to: 'domains', id, done: 'proven' };
  }

  @PageForm(':name/connection', 'show', { fields: leadFields })
  async lead({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.domains.lead(session, id, form);
    return { to: 'domains', id, done: 'saved' };
  }

  @Page(':name/remove')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const { domain } = await this.domains.find(session, id);
    return { page: 'connections-domain-remove', title: `Remove ${domain.name}`, view: { domain } };
  }

  @PageForm(':name/remove', 'confirm')
  async remove({ session, id }: PageRequest): Promise<Redirect> {
    await this.domains.remove(session, id);
    return { to: 'connections', done: 'domain-removed' };
  }

  /** `report`: of a check that has not proven the domain. */
  private async details({ session, id }: PageRequest, report?: CheckReport): Promise<ShownPage> {
    const { domain, choices } = await this.domains.find(session, id);
    const form = {
      fields: leadFields,
      values: { connection_id: domain.connectionId },
      choices: { connection_id: choices },
    };
    return {
      page: 'connections-domain',
      title: domain.name,
      view: { domain, canLead: choices.length > 0, report },
      form,
      notices,
    };
  }
}
