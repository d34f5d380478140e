import { type Clock, isUuid } from '@governance/kernel';
import { type Database, StatementBatcher } from '@governance/postgres';
import { type Adapter, type AdapterPayload } from 'oidc-provider';
import { type ApplicationsStore } from '../applications/applications.store';
import { clientColumns, clientMetadata, type ClientRow } from './client-metadata';
import { thirdPartyClient } from './people-clients';
import { unused } from './unused-part';

const selectMachines = {
  name: 'select-machine-clients',
  text: `SELECT ${clientColumns} FROM identity.clients WHERE id = ANY($1)`,
};

const applicationId = /^app_[\w-]{1,60}$/;

/** Machines, and the applications that users sign in to. Clients are read on every request: a deleted client gets no further token. */
export class ClientAdapter implements Adapter {
  readonly upsert = unused;
  readonly findByUserCode = unused;
  readonly findByUid = unused;
  readonly consume = unused;
  readonly destroy = unused;
  readonly revokeByGrantId = unused;

  private readonly machines: StatementBatcher<string, AdapterPayload | undefined>;

  constructor(
    private readonly database: Pick<Database, 'query'>,
    private readonly applications: ApplicationsStore,
    /** By id. */
    private readonly firstParty: ReadonlyMap<string, AdapterPayload>,
    private readonly clock: Clock,
  ) {
    this.machines = new StatementBatcher((ids) => this.findMachines(ids));
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return isUuid(id) ? this.machines.add(id) : this.findApplication(id);
  }

  private async findMachines(ids: readonly string[]): Promise<(AdapterPayload | undefined)[]> {
    const { rows } = await this.database.query<ClientRow>(selectMachines, [ids]);
    const now = this.clock.now();
    const found = new Map(rows.map((row) => [row.id, clientMetadata(row, now)]));
    return ids.map((id) => found.get(id));
  }

  private async findApplication(id: string): Promise<AdapterPayload | undefined> {
    const ours = this.firstParty.get(id);
    if (ours || !applicationId.test(id)) return ours;
    const application = await this.applications.find(id);
    return application && thirdPartyClient(application);
  }
}
