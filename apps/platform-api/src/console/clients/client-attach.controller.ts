import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type Redirect } from '../page-answers.interceptor';
import { attachFields, attachProblemOf, capabilityOf } from '../results/attach-form';
import { ConsoleClients } from './console-clients.service';

/** A result that belongs to a client. */
@ConsoleController('clients')
export class ConsoleClientAttachController {
  constructor(
    private readonly clients: ConsoleClients,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page(':id/attach')
  async form({ session, id }: PageRequest): Promise<ShownPage> {
    const client = await this.clients.toAttach(session, id);
    const form = { fields: attachFields(this.settings.publicBaseUrl) };
    return { page: 'clients-attach', title: `Attach a result of ${client.name}`, view: { client }, form };
  }

  @PageForm(':id/attach', 'form', { problem: attachProblemOf })
  async attach({ session, id, form }: PageRequest): Promise<Redirect> {
    const capability = capabilityOf(form.get('address') ?? '', this.settings.publicBaseUrl);
    await this.clients.attach(session, id, capability);
    return { to: 'clients', id, done: 'attached' };
  }
}
