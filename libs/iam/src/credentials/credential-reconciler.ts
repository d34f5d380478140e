import { type ProviderClient } from '../provider/identity-provider.port';
import { ChangeRunner, type ChangeRunnerParts } from './change-runner';
import { IntentLost } from './credential-store.port';
import { intentLeaseMs } from './intent';
import { isOrphan } from './orphan';

/** The number of tags per lookup. */
const batchSize = 100;

/** `lost`: the original request has finished the change, or another reconciler has taken it. */
export type Settlement = 'finished' | 'abandoned' | 'lost';

/** Completes changes that a crash left unfinished between our database and the identity provider. Several can run concurrently. */
export class CredentialReconciler {
  private readonly runner: ChangeRunner;

  constructor(private readonly parts: ChangeRunnerParts) {
    this.runner = new ChangeRunner(parts);
  }

  /** Completes the oldest change without a valid lease; undefined when there is none. */
  async settleNext(): Promise<Settlement | undefined> {
    const now = this.parts.now();
    const leaseUntil = new Date(now.getTime() + intentLeaseMs);
    const intent = await this.parts.store.systemScope('reconciler').claimUnfinished({ now, leaseUntil });
    if (intent === undefined) return undefined;
    try {
      return (await this.runner.carryOut(intent)).kind;
    } catch (error) {
      if (error instanceof IntentLost) return 'lost';
      throw error;
    }
  }

  /** Deletes the clients that belong to no credential, and returns their number. */
  async deleteOrphans(): Promise<number> {
    let deleted = 0;
    for await (const batch of this.batches()) {
      const owners = await this.parts.store.systemScope('reconciler').ownersOf(batch.map(({ tag }) => tag));
      const ownerOf = new Map(owners.map((owner) => [owner.credentialId, owner]));
      const { issuer } = this.parts;
      const orphans = batch.filter((each) => isOrphan(each, { owner: ownerOf.get(each.tag), issuer }));
      for (const client of orphans) {
        await this.parts.provider.deleteClient(client.clientId);
        deleted += 1;
      }
    }
    return deleted;
  }

  private async *batches(): AsyncGenerator<ProviderClient[]> {
    let batch: ProviderClient[] = [];
    for await (const client of this.parts.provider.listClients()) {
      batch.push(client);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
}
