import { UseFilters } from '@nestjs/common';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type Redirect } from '../page-answers.interceptor';
import { attachProblemOf, capabilityOf } from './attach-form';
import { AttachSignInFilter } from './attach-sign-in.filter';
import { ConsoleResults } from './console-results.service';

/** Attaching results to the organization, and detaching them. */
@ConsoleController('results')
export class ConsoleResultChangesController {
  constructor(
    private readonly results: ConsoleResults,
    private readonly settings: ConsoleSettings,
  ) {}

  /** A link can have the capability after its `#`, where no server sees it: the page's script reads it. */
  @UseFilters(AttachSignInFilter)
  @Page('attach')
  async form({ session, form, problem }: PageRequest): Promise<ShownPage> {
    // The API decides on a form that was sent.
    if (!problem) await this.results.requireWriter(session);
    const view = { entered: form.get('address') ?? '', publicBaseUrl: this.settings.publicBaseUrl };
    return { page: 'results-attach', title: 'Attach a result', view };
  }

  /** The capability is in no address of this surface: the page after it has the id of the result. */
  @PageForm('attach', 'form', attachProblemOf)
  async attach({ session, form }: PageRequest): Promise<Redirect> {
    const capability = capabilityOf(form.get('address') ?? '', this.settings.publicBaseUrl);
    return { to: 'results', id: await this.results.attach(session, capability), done: 'attached' };
  }

  @Page(':id/detach')
  async confirm({ session, id, problem }: PageRequest): Promise<ShownPage> {
    if (!problem) await this.results.requireWriter(session);
    const { result } = await this.results.details(session, id);
    return { page: 'results-detach', title: `Detach the result of ${result.client}`, view: { result } };
  }

  @PageForm(':id/detach', 'confirm')
  async detach({ session, id }: PageRequest): Promise<Redirect> {
    await this.results.detach(session, id);
    return { to: 'results', done: 'detached' };
  }
}
