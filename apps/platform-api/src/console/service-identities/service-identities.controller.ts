import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleServiceIdentities } from './console-service-identities.service';
import { serviceIdentityList } from './service-identity-list';

const notices = { renamed: 'The name was changed. The service identity stays until you delete it.' };

/** What credentials act as: the holders of permissions. */
@ConsoleController('service-identities')
export class ConsoleServiceIdentitiesController {
  constructor(
    private readonly identities: ConsoleServiceIdentities,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, serviceIdentityList);
  }

  @Page(':id')
  async show({ session, id, form }: PageRequest): Promise<ShownPage> {
    const { identity, mayWrite } = await this.identities.details(session, id);
    const view = { identity, mayWrite, name: form.get('name') ?? identity.name };
    return { page: 'service-identities-details', title: identity.name, view, notices };
  }

  @PageForm(':id/rename', 'show')
  async rename({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.identities.rename(session, id, form.get('name') ?? '');
    return { to: 'service-identities', id, done: 'renamed' };
  }

  @Page(':id/delete')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const { identity, mayWrite } = await this.identities.details(session, id);
    const view = { identity, isUsed: identity.credentials.length > 0, mayWrite };
    return { page: 'service-identities-delete', title: `Delete ${identity.name}`, view };
  }

  @PageForm(':id/delete', 'confirm')
  async delete({ session, id }: PageRequest): Promise<Redirect> {
    await this.identities.delete(session, id);
    return { to: 'service-identities', done: 'deleted' };
  }
}
