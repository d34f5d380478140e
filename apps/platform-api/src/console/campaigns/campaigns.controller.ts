import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { campaignFields } from './campaign-form';
import { campaignList } from './campaign-list';
import { ConsoleCampaigns } from './console-campaigns.service';

const to = 'campaigns';
const notices = { closed: 'The campaign was closed. The links in its mails no longer work.' };

/** The questionnaires that the organization has sent to clients. */
@ConsoleController('campaigns')
export class ConsoleCampaignsController {
  constructor(
    private readonly campaigns: ConsoleCampaigns,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, campaignList);
  }

  @Page('new')
  async form({ session }: PageRequest): Promise<ShownPage> {
    return { page: 'campaigns-new', title: 'New campaign', form: await this.campaigns.newForm(session) };
  }

  /** A form that is sent twice sends no mail twice: the name of a campaign is taken then. */
  @PageForm('', 'form', { fields: campaignFields })
  async create({ session, form }: PageRequest): Promise<ShownPage> {
    const created = await this.campaigns.create(session, form);
    const view = await this.campaigns.outcome(session, created);
    return { page: 'campaigns-created', title: 'Campaign created', view };
  }

  @Page(':id')
  async show({ session, id, query }: PageRequest): Promise<ShownPage> {
    const cursor = typeof query.cursor === 'string' ? query.cursor : undefined;
    const view = await this.campaigns.details(session, { id, cursor });
    return { page: 'campaigns-details', title: view.campaign.name, view, notices };
  }

  @Page(':id/close')
  async confirmClose({ session, id }: PageRequest): Promise<ShownPage> {
    const campaign = await this.campaigns.toChange(session, id);
    return { page: 'campaigns-close', title: `Close ${campaign.name}`, view: { campaign } };
  }

  @PageForm(':id/close', 'confirmClose')
  async close({ session, id }: PageRequest): Promise<Redirect> {
    await this.campaigns.close(session, id);
    return { to, id, done: 'closed' };
  }

  @Page(':id/delete')
  async confirmDelete({ session, id }: PageRequest): Promise<ShownPage> {
    const campaign = await this.campaigns.toChange(session, id);
    return { page: 'campaigns-delete', title: `Delete ${campaign.name}`, view: { campaign } };
  }

  @PageForm(':id/delete', 'confirmDelete')
  async delete({ session, id }: PageRequest): Promise<Redirect> {
    await this.campaigns.delete(session, id);
    return { to, done: 'deleted' };
  }
}
