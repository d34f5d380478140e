import { type Keyring } from '@governance/keyring';
import { type Adapter } from 'oidc-provider';
import { type IdentityDatabase } from '../database/identity-database';
import { ClientAdapter } from './client.adapter';
import { PayloadAdapter } from './payload.adapter';
import { ReplayAdapter } from './replay.adapter';

/** Where the library keeps its models, by their names. */
export type AdaptersOf = (model: string) => Adapter;

export function adaptersOn(database: IdentityDatabase, keyring: Keyring): AdaptersOf {
  return (model) => {
    switch (model) {
      case 'Client':
        return new ClientAdapter(database);
      case 'ReplayDetection':
        return new ReplayAdapter(database);
      default:
        return new PayloadAdapter(model, database, keyring);
    }
  };
}
