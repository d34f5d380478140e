import { IdentityProviderUnavailable, type ProviderChangeSettlerParts } from '../../src';
import { FaultyWire } from './faulty-wire';
import { InMemoryConnectionDirectory } from './in-memory-connection-directory';
import { InMemoryDomainDirectory } from './in-memory-domain-directory';
import { InMemoryMemberDirectory } from './in-memory-member-directory';
import { InMemoryProviderChangeStore } from './in-memory-provider-change-store';
import { InMemoryTokenCutOffs } from './in-memory-token-cut-offs';

/** What the changes of a managed provider need, in memory and on one wire, with one list of audit events. */
export class ManagedProviderInMemory {
  readonly connections: InMemoryConnectionDirectory;
  readonly domains: InMemoryDomainDirectory;
  readonly members: InMemoryMemberDirectory;
  readonly cutOffs: InMemoryTokenCutOffs;
  readonly changes: InMemoryProviderChangeStore;

  constructor(readonly wire = new FaultyWire(() => new IdentityProviderUnavailable())) {
    this.connections = new InMemoryConnectionDirectory(wire);
    this.domains = new InMemoryDomainDirectory(this.connections, wire);
    this.members = new InMemoryMemberDirectory(wire);
    this.cutOffs = new InMemoryTokenCutOffs(wire);
    this.changes = new InMemoryProviderChangeStore(wire, this.cutOffs.audit);
  }

  partsFor(issuer: string, now: () => Date): ProviderChangeSettlerParts {
    const { changes, connections, domains, members, cutOffs } = this;
    return { changes, connections, domains, members, cutOffs, issuer, now };
  }
}
