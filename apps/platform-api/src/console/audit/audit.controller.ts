import { Problem } from '@governance/kernel';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { filterIn } from '../list-filter';
import { type SentFile } from '../send-file';
import { auditList, auditQuery } from './audit-list';

const contentTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;

/** What was done in the organization, by whom, and the exports of it. */
@ConsoleController('audit')
export class ConsoleAuditController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  async list(request: PageRequest): Promise<ShownPage> {
    const shown = await this.lists.page(request, auditList);
    return { ...shown, view: { ...shown.view, publicBaseUrl: this.settings.publicBaseUrl } };
  }

  /** All events that the filter admits. */
  @Page('export')
  async events({ session, query }: PageRequest): Promise<SentFile> {
    const format = query.format === 'csv' ? 'csv' : 'jsonl';
    const client = this.api.clientOf(session);
    const { query: conditions, unclear } = await auditQuery(client, filterIn(auditList.fields, query));
    if (unclear) throw new Problem('not_found', 'the search names no person or thing');
    const content = await client.stream('/iam/audit-events/export', { query: { ...conditions, format } });
    return { name: `audit-events.${format}`, contentType: contentTypes[format], content };
  }

  /** The file that `governance audit verify` checks. */
  @Page('proof')
  async proof({ session }: PageRequest): Promise<SentFile> {
    const content = await this.api.clientOf(session).stream('/iam/audit-events/proof');
    return { name: 'audit-proof.jsonl', contentType: contentTypes.jsonl, content };
  }
}
