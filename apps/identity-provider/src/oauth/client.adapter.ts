import { type Clock, isUuid } from '@governance/kernel';
import { type Database, StatementBatcher } from '@governance/postgres';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { type ApplicationsStore } from '../applications/applications.store';
import { clientColumns, clientMetadata, type ClientRow } from './client-metadata';
import { type TrustRulesStore } from '../trust-rules/trust-rules.store';
import { thirdPartyClient } from './people-clients';
import { isTrustExchange } from './trust-exchange';
import { trustRuleMetadata } from './trust-rule-client';
import { unused } from './unused-part';

const selectMachines = {
  name: 'select-machine-clients',
  text: `SELECT ${clientColumns} FROM identity.clients WHERE id = ANY($1)`,
};

const applicationId = /^app_[\w-]{1,60}$/;

export interface ClientStores {
  readonly database: Pick<Database, 'query'>;
  readonly applications: Pick<ApplicationsStore, 'find'>;
  readonly trustRules: Pick<TrustRulesStore, 'findClient'>;
}

/** Machines, trust rules, and the applications that users sign in to. Clients are read on every request: a deleted client gets no further token. */
export class ClientAdapter implements Adapter {
  readonly upsert = unused;
  readonly findByUserCode = unused;
  readonly findByUid = unused;
  readonly consume = unused;
  readonly destroy = unused;
  readonly revokeByGrantId = unused;

  private readonly machines: StatementBatcher<string, AdapterPayload | undefined>;

  constructor(
    private readonly stores: ClientStores,
    /** By id. */
    private readonly firstParty: ReadonlyMap<string, AdapterPayload>,
    private readonly clock: Clock,
  ) {
    this.machines = new StatementBatcher((ids) => this.findMachines(ids));
  }

  /** A trust rule is a client for its own grant alone: no other request shows whether a rule exists. */
  find(id: string): Promise<AdapterPayload | undefined> {
    if (isTrustExchange(Provider.ctx)) return this.findTrustRule(id);
    return isUuid(id) ? this.machines.add(id) : this.findApplication(id);
  }

  private async findMachines(ids: readonly string[]): Promise<(AdapterPayload | undefined)[]> {
    const { rows } = await this.stores.database.query<ClientRow>(selectMachines, [ids]);
    const now = this.clock.now();
    const found = new Map(rows.map((row) => [row.id, clientMetadata(row, now)]));
    return ids.map((id) => found.get(id));
  }

  private async findTrustRule(id: string): Promise<AdapterPayload | undefined> {
    const rule = isUuid(id) ? await this.stores.trustRules.findClient(id) : undefined;
    return rule && trustRuleMetadata(rule);
  }

  private async findApplication(id: string): Promise<AdapterPayload | undefined> {
    const ours = this.firstParty.get(id);
    if (ours || !applicationId.test(id)) return ours;
    const application = await this.stores.applications.find(id);
    return application && thirdPartyClient(application);
  }
}
