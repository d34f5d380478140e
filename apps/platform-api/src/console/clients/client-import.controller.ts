import { ConsoleApi } from '../console-api';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { importColumns, importFields, importProblemOf, importView, skippedIn } from './client-import';
import { ConsoleClients } from './console-clients.service';

const columns = Object.entries(importColumns).map(([column, words]) => ({ column, words }));

/** Clients from a CSV file. The script of the page sends a long file in parts, each with this form. */
@ConsoleController('clients/import')
export class ConsoleClientImportController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly clients: ConsoleClients,
  ) {}

  @Page()
  async form({ session }: PageRequest): Promise<ShownPage> {
    await this.clients.requireWrite(session);
    return pageWith();
  }

  /** Sending it again changes nothing, so the report needs no redirect. */
  @PageForm('', 'form', { fields: importFields, problem: importProblemOf })
  async import({ session, form }: PageRequest): Promise<ShownPage> {
    const body = { csv: form.get('csv') ?? '' };
    const report = await this.api.clientOf(session).post('/org/clients/import', { body });
    return pageWith({ report: importView(report, skippedIn(form)) });
  }
}

function pageWith(view: object = { report: undefined }): ShownPage {
  return {
    page: 'clients-import',
    title: 'Import clients',
    view: { ...view, columns },
    form: { fields: importFields },
    sendsRequests: true,
  };
}
