import { randomUUID } from 'node:crypto';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { ConsoleCredentials } from './console-credentials.service';
import { checkCreationForm, creationFields } from './credential-form';
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
  async form({ session, query }: PageRequest): Promise<ShownPage> {
    const choices = await this.credentials.choices(session);
    const { service_identity_id: given } = query;
    const identity = typeof given === 'string' ? given : '';
    const view = {
      canRestrict: this.settings.capabilities.networks,
      // A key that was refused may be used again only for the same request.
      key: randomUUID(),
    };
    const form = {
      fields: creationFields,
      values: { service_identity_id: identity, type: 'client_secret', valid_days: '365' },
      choices,
    };
    return { page: 'credentials-new', title: 'New credential', view, form };
  }

  @PageForm('', 'form', { fields: creationFields })
  async create({ session, form }: PageRequest): Promise<ShownPage> {
    checkCreationForm(form);
    const issued = await this.credentials.create(session, form);
    return issuedPage({ issued, isNew: true, settings: this.settings });
  }
}
