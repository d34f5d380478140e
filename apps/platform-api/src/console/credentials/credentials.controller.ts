import { randomUUID } from 'node:crypto';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { ConsoleCredentials } from './console-credentials.service';
import { valuesOf } from './credential-form';
import { credentialList } from './credential-list';
import { issuedPage } from './issued-page';

/** The list of credentials, and a new one. */
@ConsoleController('credentials')
export class ConsoleCredentialsController {
  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly lists: ConsoleLists,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, credentialList);
  }

  @Page('new')
  async form({ session, query, form, problem }: PageRequest): Promise<ShownPage> {
    const { permissions, identities } = await this.credentials.choices(session);
    const { service_identity_id: given } = query;
    const values = valuesOf(form);
    const identity = typeof given === 'string' && !problem ? given : values.serviceIdentityId;
    const view = {
      values,
      canRestrict: this.settings.capabilities.networks,
      // A key that was refused may be used again only for the same request.
      key: randomUUID(),
      permissions: permissions.map(({ permission, description }) => ({
        permission,
        description,
        isChosen: values.permissions.has(permission),
      })),
      identities: identities.map(({ id, name }) => ({ id, name, isChosen: id === identity })),
    };
    return { page: 'credentials-new', title: 'New credential', view };
  }

  @PageForm('', 'form')
  async create({ session, form }: PageRequest): Promise<ShownPage> {
    const issued = await this.credentials.create(session, form);
    return issuedPage({ issued, isNew: true, issuer: this.settings.machineIssuer });
  }
}
