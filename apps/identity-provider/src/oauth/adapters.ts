import { type Clock } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import { type Adapter, type AdapterPayload } from 'oidc-provider';
import { ApplicationsStore } from '../applications/applications.store';
import { type Database } from '@governance/postgres';
import { TrustRulesStore } from '../trust-rules/trust-rules.store';
import { ClientAdapter } from './client.adapter';
import { PayloadAdapter } from './payload.adapter';
import { ReplayAdapter } from './replay.adapter';
import { UsedAssertionsStore } from './used-assertions.store';

/** Returns the storage adapter for a model of the library, by its name. */
export type AdaptersOf = (model: string) => Adapter;

export interface AdapterParts {
  readonly database: Database;
  readonly keyring: Keyring;
  /** The applications that are part of the product, by id. */
  readonly firstParty: ReadonlyMap<string, AdapterPayload>;
  readonly clock: Clock;
}

export function adaptersOn({ database, keyring, firstParty, clock }: AdapterParts): AdaptersOf {
  return (model) => {
    switch (model) {
      case 'Client':
        return new ClientAdapter(
          {
            database,
            applications: new ApplicationsStore(database),
            trustRules: new TrustRulesStore(database),
          },
          firstParty,
          clock,
        );
      case 'ReplayDetection':
        return new ReplayAdapter(new UsedAssertionsStore(database));
      default:
        return new PayloadAdapter(model, database, keyring);
    }
  };
}
