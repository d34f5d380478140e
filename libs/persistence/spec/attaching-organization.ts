import {
  type NewAttachment,
  type OrgClient,
  type OrgResults,
  type ResultExtras,
  type ResultFilter,
  type SurveyResult,
} from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { PostgresPersonalDataStore } from '../src/addresses/postgres-personal-data.store';
import { PostgresOrgClientStore } from '../src/clients/postgres-org-client.store';
import { PostgresOrgResultStore } from '../src/org-results/postgres-org-result.store';
import { PostgresResultStore } from '../src/results/postgres-result.store';
import { clientOf, writingClient } from './client-fixtures';
import { contextOf } from './credential-fixtures';
import { laterBy, resultOf, type TestStores } from './fixtures';

export const submitterEmail = 'assessor@example.com';
export const organizationName = 'Acme Ltd';
export const wholeList = { limit: 200, after: undefined };
export const allResults: ResultFilter = {
  clientWords: undefined,
  clientId: undefined,
  mode: undefined,
  tier: undefined,
  launchAllowed: undefined,
  renewBefore: undefined,
  isLatest: undefined,
};

/** An organization that attaches at most three results, to at most twenty clients, and another one. */
export class AttachingOrganization {
  readonly orgId = `org-${randomUUID()}`;
  readonly ours: OrgResults;
  readonly theirs: OrgResults;
  readonly clients: PostgresOrgClientStore;

  constructor(private readonly stores: TestStores) {
    const { database, keyring } = stores;
    const store = new PostgresOrgResultStore(database, keyring, { results: 3, clients: 20 });
    [this.ours, this.theirs] = [
      store.forViewer(everythingOf(this.orgId)),
      store.forViewer(everythingOf(`other-${this.orgId}`)),
    ];
    this.clients = new PostgresOrgClientStore(database, keyring);
  }

  async submit(extras: ResultExtras = {}, overrides: Partial<SurveyResult> = {}): Promise<SurveyResult> {
    const result = resultOf(overrides);
    await new PostgresResultStore(this.stores.database, this.stores.keyring).create(result, extras);
    return result;
  }

  submitAfter(minutes: number, extras: ResultExtras = {}): Promise<SurveyResult> {
    return this.submit(extras, { createdAt: laterBy(minutes * 60_000) });
  }

  attach(id: string, by = this.ours, clientId?: string): ReturnType<OrgResults['attach']> {
    return by.attach(id, { ...this.changing('attach'), clientId });
  }

  detach(id: string, by = this.ours): Promise<boolean> {
    return by.detach(id, this.changing('detach', 2_000));
  }

  list(filter: Partial<ResultFilter> = {}, by = this.ours): ReturnType<OrgResults['list']> {
    return by.list(wholeList, { ...allResults, ...filter });
  }

  async idsOf(by = this.ours): Promise<string[]> {
    return (await this.list({}, by)).map(({ id }) => id);
  }

  async newClient(name = 'Globex', orgId = this.orgId): Promise<string> {
    const client = clientOf({ name, contactEmail: undefined, contactName: undefined });
    await this.clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
    return client.id;
  }

  /** The client of an attached result. */
  async clientOf(resultId: string): Promise<OrgClient> {
    const result = await this.ours.find(resultId);
    const client = result && (await this.client(result.clientId));
    if (client === undefined) throw new Error('no client');
    return client;
  }

  client(id: string): Promise<OrgClient | undefined> {
    return this.clients.forViewer(everythingOf(this.orgId)).find(id);
  }

  /** The ids of the clients that have all of the words. */
  async found(...words: string[]): Promise<string[]> {
    const filter = { words: new Set(words), tag: undefined, ownerId: undefined, isArchived: undefined };
    const page = await this.clients.forViewer(everythingOf(this.orgId)).list(wholeList, filter);
    return page.map(({ id }) => id);
  }

  async auditOf(id: string): Promise<unknown[]> {
    const rows = await this.stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);
    return rows.map(({ org_id, operation, outcome, at }) => [org_id, operation, outcome, at]);
  }

  async withdraw(id: string): Promise<void> {
    const text = `UPDATE survey_results SET withdrawn_at = $2, withdrawal_reason = 'misused' WHERE id = $1`;
    await this.stores.sql(text, [id, laterBy(5_000)]);
  }

  async prove(id: string, domain = 'acme.example'): Promise<void> {
    await this.stores.sql(
      `INSERT INTO certificate_domains (result_id, request, expires_at, name, proven_at, way, credential, credential_key_id,
         status_list, status_index) VALUES ($1, '\\x00', $2, $3, $2, 'dns', 'c', 'k', 0, 0)`,
      [id, laterBy(3_000), domain],
    );
  }

  /** Retention, of what was submitted until noon. */
  async removeNames(): Promise<void> {
    await new PostgresPersonalDataStore(this.stores.database, this.stores.keyring).removeOld({
      sentBefore: laterBy(10),
      settledBefore: laterBy(10),
      documentedBefore: laterBy(10),
      keyedBefore: laterBy(10),
      countedBefore: laterBy(10),
      submittedBefore: laterBy(5),
    });
  }

  private changing(operation: 'attach' | 'detach', ms = 1_000): NewAttachment {
    return { now: laterBy(ms), audit: contextOf(`org-results:${operation}`, { orgId: this.orgId }) };
  }
}
