import { IdentityProviderUnavailable, type ProviderChangeSettlerParts, TrustRuleChanges } from '../../src';
import { FaultyWire } from './faulty-wire';
import { InMemoryConnectionDirectory } from './in-memory-connection-directory';
import { InMemoryDomainDirectory } from './in-memory-domain-directory';
import { InMemoryMemberDirectory } from './in-memory-member-directory';
import { InMemoryProviderChangeStore } from './in-memory-provider-change-store';
import { InMemoryTokenCutOffs } from './in-memory-token-cut-offs';
import { InMemoryTrustRuleDirectory } from './in-memory-trust-rule-directory';
import { InMemoryTrustRules } from './in-memory-trust-rules';

/** What the changes of a managed provider need, in memory and on one wire, with one list of audit events. */
export class ManagedProviderInMemory {
  readonly connections: InMemoryConnectionDirectory;
  readonly domains: InMemoryDomainDirectory;
  readonly members: InMemoryMemberDirectory;
  readonly cutOffs: InMemoryTokenCutOffs;
  readonly changes: InMemoryProviderChangeStore;
  readonly rules: InMemoryTrustRules;
  readonly trustRules: InMemoryTrustRuleDirectory;

  constructor(readonly wire = new FaultyWire(() => new IdentityProviderUnavailable())) {
    this.connections = new InMemoryConnectionDirectory(wire);
    this.domains = new InMemoryDomainDirectory(this.connections, wire);
    this.members = new InMemoryMemberDirectory(wire);
    this.cutOffs = new InMemoryTokenCutOffs(wire);
    this.changes = new InMemoryProviderChangeStore(wire, this.cutOffs.audit);
    this.rules = new InMemoryTrustRules(wire);
    this.trustRules = new InMemoryTrustRuleDirectory(wire);
  }

  partsFor(issuer: string, now: () => Date): ProviderChangeSettlerParts {
    const { changes, connections, domains, members, cutOffs } = this;
    const users = { connections, domains, members, cutOffs };
    return { changes, trustRules: this.rulesOf(issuer), users, issuer, now };
  }

  rulesOf(issuer: string): TrustRuleChanges {
    return new TrustRuleChanges({ store: this.rules, directory: this.trustRules, issuer });
  }
}
