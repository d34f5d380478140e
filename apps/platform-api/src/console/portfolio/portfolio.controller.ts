import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type SentFile } from '../send-file';
import { portfolioList } from './portfolio-list';

/** A print takes about a second, unless others wait. */
const longestWaitMs = 5_000;

/** All clients of the organization at a glance. */
@ConsoleController('portfolio')
export class ConsolePortfolioController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  async list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, portfolioList);
  }

  /** A print takes seconds: if others wait, the page says so. */
  @Page(':id/review-pack')
  async reviewPack({ session, id }: PageRequest): Promise<ShownPage | SentFile> {
    const call = { path: { clientId: id } };
    const content = await this.api
      .clientOf(session)
      .document('/org/clients/{clientId}/review-pack', longestWaitMs, call);
    if (content)
      return { name: `review-pack-${id.slice(0, 8)}.pdf`, contentType: 'application/pdf', content };
    return { page: 'portfolio-waiting', title: 'The review pack is being made', view: { id }, status: 202 };
  }
}
