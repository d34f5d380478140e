import { type Adapter, type AdapterPayload } from 'oidc-provider';
import { type IdentityDatabase } from '../database/identity-database';
import { clientMetadata, type ClientRow } from './client-metadata';
import { unused } from './unused-part';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Clients are asked for at every request, so that a deleted one gets no token in the very next. */
export class ClientAdapter implements Adapter {
  readonly upsert = unused;
  readonly findByUserCode = unused;
  readonly findByUid = unused;
  readonly consume = unused;
  readonly destroy = unused;
  readonly revokeByGrantId = unused;

  constructor(private readonly database: IdentityDatabase) {}

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!uuid.test(id)) return undefined;
    const [row] = await this.database.query<ClientRow>('SELECT * FROM identity.clients WHERE id = $1', [id]);
    return row && clientMetadata(row);
  }
}
