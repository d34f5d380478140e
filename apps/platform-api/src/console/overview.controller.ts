import { ConsoleController, Page, type PageRequest } from './console-page';
import { type ShownPage } from './console-pages';
import { OverviewService } from './overview.service';

@ConsoleController('')
export class ConsoleOverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Page()
  async show({ session }: PageRequest): Promise<ShownPage> {
    return { page: 'overview', title: 'Overview', view: await this.overview.viewFor(session) };
  }
}
