import { Clock } from '@governance/kernel';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { filterIn } from '../list-filter';
import { type SentFile } from '../send-file';
import { ConsoleResults } from './console-results.service';
import { resultList, resultQueryOf } from './result-list';

const notices = { attached: 'The result is in the list of your organization.' };

/** The assessment results of the organization. */
@ConsoleController('results')
export class ConsoleResultsController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
    private readonly results: ConsoleResults,
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

  @Page(':id')
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { result, mayWrite } = await this.results.details(session, id);
    const verification = `${this.settings.publicBaseUrl}/verify/${result.id}`;
    return {
      page: 'results-details',
      title: result.client,
      view: { result, mayWrite, verification },
      notices,
    };
  }
}
