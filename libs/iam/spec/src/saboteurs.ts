import { type NewClient, type ProviderClient, type Replacement, type SecretGrant } from '../../src';
import { type ClientProof } from './identity-provider-harness';
import { InMemoryIdentityProvider } from './in-memory-identity-provider';

interface SecretChange {
  readonly secret: string;
  readonly revision: string;
}

class KeepsOldSecret extends InMemoryIdentityProvider {
  override rotateSecret(clientId: string, { revision }: SecretChange): Promise<ProviderClient> {
    return this.update(clientId, (client) => Object.assign(client, { revision }));
  }
}

class SaysRevisionFirst extends InMemoryIdentityProvider {
  override async rotateSecret(clientId: string, { secret, revision }: SecretChange): Promise<ProviderClient> {
    await this.update(clientId, (client) => Object.assign(client, { revision }));
    return this.update(clientId, (client) => Object.assign(client, { secret }));
  }
}

class SaysRevisionLast extends InMemoryIdentityProvider {
  override async rotateSecret(clientId: string, { secret, revision }: SecretChange): Promise<ProviderClient> {
    await this.update(clientId, (client) => Object.assign(client, { secret }));
    return this.update(clientId, (client) => Object.assign(client, { revision }));
  }
}

class LeaksSecret extends InMemoryIdentityProvider {
  override async rotateSecret(clientId: string, change: SecretChange): Promise<ProviderClient> {
    return super.rotateSecret(clientId, change).catch((error: unknown) => {
      throw Object.assign(error as Error, { request: { body: change.secret } });
    });
  }
}

class ForgetsTheEnd extends InMemoryIdentityProvider {
  override rotateSecret(clientId: string, change: SecretGrant & Replacement): Promise<ProviderClient> {
    return super.rotateSecret(clientId, { ...change, expiresAt: undefined });
  }
}

class EndsAtOnce extends InMemoryIdentityProvider {
  override rotateSecret(clientId: string, change: SecretGrant & Replacement): Promise<ProviderClient> {
    return super.rotateSecret(clientId, { ...change, overlapUntil: undefined });
  }
}

class OverlapsTooLong extends InMemoryIdentityProvider {
  override rotateSecret(clientId: string, change: SecretGrant & Replacement): Promise<ProviderClient> {
    const { overlapUntil } = change;
    const later = overlapUntil && new Date(overlapUntil.getTime() + 1_000);
    return super.rotateSecret(clientId, { ...change, overlapUntil: later });
  }
}

class EndsNoOverlap extends InMemoryIdentityProvider {
  override endOverlap(clientId: string, change: { readonly revision: string }): Promise<ProviderClient> {
    return this.update(clientId, (client) => Object.assign(client, change));
  }
}

class MakesTwo extends InMemoryIdentityProvider {
  override async createClient(client: NewClient): Promise<ProviderClient> {
    if (await this.findClient(client.tag)) this.insert(client);
    return super.createClient(client);
  }
}

class DeletesOnce extends InMemoryIdentityProvider {
  override async deleteClient(clientId: string): Promise<void> {
    this.stored(clientId);
    await super.deleteClient(clientId);
  }
}

class DeletesNothing extends InMemoryIdentityProvider {
  override async deleteClient(): Promise<void> {
    await this.wire.call(() => undefined);
  }
}

class SwallowsFailures extends InMemoryIdentityProvider {
  override async findClient(tag: string): Promise<ProviderClient | undefined> {
    return super.findClient(tag).catch(() => undefined);
  }
}

class ListsOneLess extends InMemoryIdentityProvider {
  override async *listClients(): AsyncGenerator<ProviderClient> {
    let isFirst = true;
    for await (const client of super.listClients()) {
      if (!isFirst) yield client;
      isFirst = false;
    }
  }
}

class MindsNames extends InMemoryIdentityProvider {
  override renameClient(
    clientId: string,
    change: { readonly name: string; readonly revision: string },
  ): Promise<ProviderClient> {
    if (/[<>]/.test(change.name)) throw new Error('the name is refused');
    return super.renameClient(clientId, change);
  }
}

class IgnoresNetworks extends InMemoryIdentityProvider {
  protected override isInside(): boolean {
    return true;
  }
}

class MindsKids extends InMemoryIdentityProvider {
  override requestToken(proof: ClientProof): ReturnType<InMemoryIdentityProvider['requestToken']> {
    return 'kid' in proof ? Promise.resolve(undefined) : super.requestToken(proof);
  }
}

class IssuesLongTokens extends InMemoryIdentityProvider {
  override async requestToken(proof: ClientProof): ReturnType<InMemoryIdentityProvider['requestToken']> {
    const claims = await super.requestToken(proof);
    return claims && { ...claims, exp: Number(claims.exp) + 1 };
  }
}

class KeepsOldNetworks extends InMemoryIdentityProvider {
  override async createClient(client: NewClient): Promise<ProviderClient> {
    const [known] = [...this.clients.values()].filter(({ tag }) => tag === client.tag);
    const allowedNetworks = known?.grant === undefined ? client.allowedNetworks : known.grant.allowedNetworks;
    return super.createClient({ ...client, allowedNetworks });
  }
}

/** Adapters that each break one clause, with the first words of the clause that must notice it. */
export const saboteurs: readonly { Saboteur: typeof InMemoryIdentityProvider; noticed: string }[] = [
  { Saboteur: KeepsOldSecret, noticed: 'a rotated secret is valid' },
  { Saboteur: SaysRevisionFirst, noticed: 'after a lost call of rotateSecret' },
  { Saboteur: SaysRevisionLast, noticed: 'after a lost call of rotateSecret' },
  { Saboteur: LeaksSecret, noticed: 'after a lost call of rotateSecret' },
  { Saboteur: ForgetsTheEnd, noticed: 'a secret or key works until it expires' },
  { Saboteur: EndsAtOnce, noticed: 'with an overlap both' },
  { Saboteur: OverlapsTooLong, noticed: 'with an overlap both' },
  { Saboteur: EndsNoOverlap, noticed: 'an overlap can be ended early' },
  { Saboteur: MakesTwo, noticed: 'a client is made once' },
  { Saboteur: DeletesOnce, noticed: 'a deleted client' },
  { Saboteur: DeletesNothing, noticed: 'a deleted client' },
  { Saboteur: SwallowsFailures, noticed: 'looking for clients' },
  { Saboteur: ListsOneLess, noticed: 'every client is listed' },
  { Saboteur: IgnoresNetworks, noticed: 'a client with allowed networks' },
  { Saboteur: KeepsOldNetworks, noticed: 'a client with allowed networks' },
  { Saboteur: MindsKids, noticed: 'an assertion names the thumbprint' },
  { Saboteur: IssuesLongTokens, noticed: 'a token is valid for at most' },
  { Saboteur: MindsNames, noticed: 'any name will do' },
];
