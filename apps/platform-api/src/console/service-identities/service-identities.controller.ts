import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsolePermissions } from '../console-permissions';
import { type Redirect } from '../page-answers.interceptor';
import { allIdentities } from './all-identities';
import { lastUses } from './last-uses';
import { nameFields } from './name-fields';
import { serviceIdentityList } from './service-identity-list';
import { serviceIdentityView, type ServiceIdentityView } from './service-identity-view';

const notices = { renamed: 'The name was changed. The service identity stays until you delete it.' };

/** What credentials act as: the holders of permissions. */
@ConsoleController('service-identities')
export class ConsoleServiceIdentitiesController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, serviceIdentityList);
  }

  @Page(':id')
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { identity, mayWrite } = await this.details(session, id);
    const form = { fields: nameFields, values: { name: identity.name } };
    return {
      page: 'service-identities-details',
      title: identity.name,
      view: { identity, mayWrite },
      form,
      notices,
    };
  }

  @PageForm(':id/rename', 'show', { fields: nameFields })
  async rename({ session, id, form }: PageRequest): Promise<Redirect> {
    const body = { name: form.get('name') ?? '' };
    await this.api.clientOf(session).patch('/iam/service-identities/{id}', { path: { id }, body });
    return { to: 'service-identities', id, done: 'renamed' };
  }

  @Page(':id/delete')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const { identity, mayWrite } = await this.details(session, id);
    const view = { identity, mayWrite };
    return { page: 'service-identities-delete', title: `Delete ${identity.name}`, view };
  }

  @PageForm(':id/delete', 'confirm')
  async delete({ session, id }: PageRequest): Promise<Redirect> {
    await this.api.clientOf(session).delete('/iam/service-identities/{id}', { path: { id } });
    return { to: 'service-identities', done: 'deleted' };
  }

  /** The API has no operation for one service identity. @throws Problem if there is none with this id. */
  private async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ identity: ServiceIdentityView; mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, all, uses] = await Promise.all([
      this.permissions.of(session),
      allIdentities(client),
      lastUses(client),
    ]);
    const found = all.find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'there is no such service identity');
    return { identity: serviceIdentityView(found, uses), mayWrite: permissions.has('m2m:credentials:write') };
  }
}
