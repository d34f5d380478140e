import { type Clock } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import { type Adapter, type AdapterPayload } from 'oidc-provider';
import { ApplicationsStore } from '../applications/applications.store';
import { type Database } from '@governance/postgres';
import { ClientAdapter } from './client.adapter';
import { PayloadAdapter } from './payload.adapter';
import { ReplayAdapter } from './replay.adapter';

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
        return new ClientAdapter(database, new ApplicationsStore(database), firstParty, clock);
      case 'ReplayDetection':
        return new ReplayAdapter(database);
      default:
        return new PayloadAdapter(model, database, keyring);
    }
  };
}
