import { randomUUID } from 'node:crypto';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleSettings } from '../console-settings';
import { ConsoleCredentials } from './console-credentials.service';
import { checkCreationForm, creationFields, onlyOwnKey, secretRuleFields } from './credential-form';
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
    const [choices, rule] = await Promise.all([
      this.credentials.choices(session),
      this.credentials.secretRule(session),
    ]);
    const allowsSecrets = rule === 'allowed';
    const { service_identity_id: given } = query;
    const identity = typeof given === 'string' ? given : '';
    const view = {
      canRestrict: this.settings.capabilities.networks,
      allowsSecrets,
      // A key that was refused may be used again only for the same request.
      key: randomUUID(),
    };
    const form = {
      fields: creationFields,
      values: {
        service_identity_id: identity,
        type: allowsSecrets ? 'client_secret' : 'public_key',
        valid_days: '365',
      },
      choices: { ...choices, type: allowsSecrets ? creationFields.type.choices : onlyOwnKey },
    };
    return { page: 'credentials-new', title: 'New credential', view, form };
  }

  @Page('policy')
  async policy({ session }: PageRequest): Promise<ShownPage> {
    const rule = await this.credentials.secretRuleToChange(session);
    const form = { fields: secretRuleFields, values: { client_secrets: rule } };
    return { page: 'credentials-policy', title: 'Secrets of new credentials', form };
  }

  @PageForm('policy', 'policy', { fields: secretRuleFields })
  async setPolicy({ session, form }: PageRequest): Promise<Redirect> {
    await this.credentials.setSecretRule(session, form);
    return { to: 'credentials', done: 'policy-changed' };
  }

  @PageForm('', 'form', { fields: creationFields })
  async create({ session, form }: PageRequest): Promise<ShownPage> {
    checkCreationForm(form);
    const issued = await this.credentials.create(session, form);
    return issuedPage({ issued, isNew: true, settings: this.settings });
  }
}
