import { Clock } from '@governance/kernel';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { filterIn } from '../list-filter';
import { type SentFile } from '../send-file';
import { clientList, clientQueryOf, seenBy } from './client-list';
import { ConsoleClients } from './console-clients.service';

const notices = {
  created: 'The client was added.',
  saved: 'The client was saved.',
  archived: 'The client was archived.',
  attached: 'The result belongs to this client.',
  restored: 'The client is a current one again.',
};

/** The companies that the organization assesses. */
@ConsoleController('clients')
export class ConsoleClientsController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
    private readonly clients: ConsoleClients,
    private readonly settings: ConsoleSettings,
    private readonly clock: Clock,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, clientList);
  }

  /** All that the filter admits. */
  @Page('export')
  async file({ session, query }: PageRequest): Promise<SentFile> {
    const wanted = clientQueryOf(filterIn(clientList.fields, query), this.clock.now());
    const call = { query: seenBy(session.person.subject, wanted) };
    const content = await this.api.clientOf(session).stream('/org/clients/export', call);
    return { name: 'clients.csv', contentType: 'text/csv; charset=utf-8', content };
  }

  @Page(':id')
  async show({ session, id, query }: PageRequest): Promise<ShownPage> {
    const cursor = typeof query.cursor === 'string' ? query.cursor : undefined;
    const [client, offers, results, campaigns] = await Promise.all([
      this.clients.view(session, id),
      this.clients.offers(session),
      this.clients.results(session, { id, cursor }),
      this.clients.campaigns(session, id),
    ]);
    const { publicBaseUrl } = this.settings;
    const view = { client, ...offers, results, latest: results?.latest, campaigns, publicBaseUrl };
    return { page: 'clients-details', title: client.name, view, notices };
  }
}
