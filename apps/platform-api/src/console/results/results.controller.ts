import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { UseFilters } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsolePermissions } from '../console-permissions';
import { ConsoleSettings } from '../console-settings';
import { filterIn } from '../list-filter';
import { type Redirect } from '../page-answers.interceptor';
import { type SentFile } from '../send-file';
import { attachFields, attachProblemOf, capabilityOf } from './attach-form';
import { AttachSignInFilter } from './attach-sign-in.filter';
import { resultList, resultQueryOf } from './result-list';
import { type ResultDetails, resultDetails } from './result-view';

const writes: Permission = 'org:results:write';
const notices = { attached: 'The result is in the list of your organization.' };

/** The assessment results of the organization. */
@ConsoleController('results')
export class ConsoleResultsController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
    private readonly permissions: ConsolePermissions,
    private readonly settings: ConsoleSettings,
    private readonly clock: Clock,
  ) {}

  @Page()
  async list(request: PageRequest): Promise<ShownPage> {
    const shown = await this.lists.page(request, resultList);
    return { ...shown, view: { ...shown.view, publicBaseUrl: this.settings.publicBaseUrl } };
  }

  /** All that the filter admits. */
  @Page('export')
  async file({ session, query }: PageRequest): Promise<SentFile> {
    const wanted = resultQueryOf(filterIn(resultList.fields, query), this.clock.now());
    const content = await this.api.clientOf(session).stream('/org/results/export', { query: wanted });
    return { name: 'results.csv', contentType: 'text/csv; charset=utf-8', content };
  }

  /** A link can have the capability after its `#`, where no server sees it: the page's script reads it. */
  @UseFilters(AttachSignInFilter)
  @Page('attach')
  async form({ session, problem }: PageRequest): Promise<ShownPage> {
    // The API decides on a form that was sent.
    if (!problem) await this.permissions.require(session, writes);
    const form = { fields: attachFields(this.settings.publicBaseUrl) };
    return { page: 'results-attach', title: 'Attach a result', form };
  }

  /** The capability is in no address of this surface: the page after it has the id of the result. */
  @PageForm('attach', 'form', { problem: attachProblemOf })
  async attach({ session, form }: PageRequest): Promise<Redirect> {
    const capability = capabilityOf(form.get('address') ?? '', this.settings.publicBaseUrl);
    const { id } = await this.api.clientOf(session).post('/org/results', { body: { capability } });
    return { to: 'results', id, done: 'attached' };
  }

  @Page(':id')
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { result, mayWrite } = await this.details(session, id);
    const verification = `${this.settings.publicBaseUrl}/verify/${result.id}`;
    return {
      page: 'results-details',
      title: result.client,
      view: { result, mayWrite, verification },
      notices,
    };
  }

  @Page(':id/detach')
  async confirm({ session, id, problem }: PageRequest): Promise<ShownPage> {
    if (!problem) await this.permissions.require(session, writes);
    const { result } = await this.details(session, id);
    return { page: 'results-detach', title: `Detach the result of ${result.client}`, view: { result } };
  }

  @PageForm(':id/detach', 'confirm')
  async detach({ session, id }: PageRequest): Promise<Redirect> {
    await this.api.clientOf(session).delete('/org/results/{resultId}', { path: { resultId: id } });
    return { to: 'results', done: 'detached' };
  }

  private async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ readonly result: ResultDetails; readonly mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, result] = await Promise.all([
      this.permissions.of(session),
      client.get('/org/results/{resultId}', { path: { resultId: id } }),
    ]);
    return { result: resultDetails(result, this.clock.now()), mayWrite: permissions.has(writes) };
  }
}
