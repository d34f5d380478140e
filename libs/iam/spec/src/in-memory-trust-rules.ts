import {
  type ListPage,
  mostTrustRules,
  OrgTrustRules,
  type Permission,
  type StoredTrustRule,
  type TrustRuleBegun,
  type TrustRuleDraft,
  type TrustRuleEdit,
  TrustRuleStore,
} from '../../src';
import { type FaultyWire } from './faulty-wire';

interface Row {
  readonly orgId: string;
  readonly isActive: boolean;
  readonly rule: StoredTrustRule;
}

/** Trust rules in memory. Every call uses `wire`. */
export class InMemoryTrustRules extends TrustRuleStore {
  /** By id. */
  readonly rows = new Map<string, Row>();
  /** By id: the service identities that exist without a rule. */
  readonly serviceIdentities = new Map<string, ReadonlySet<Permission>>();

  constructor(readonly wire: FaultyWire) {
    super();
  }

  forOrg(orgId: string): OrgTrustRules {
    return new InMemoryOrgTrustRules(this, orgId);
  }
}

class InMemoryOrgTrustRules extends OrgTrustRules {
  constructor(
    private readonly store: InMemoryTrustRules,
    private readonly orgId: string,
  ) {
    super();
  }

  list({ limit, after }: ListPage): Promise<readonly StoredTrustRule[]> {
    return this.store.wire.call(() => {
      const newest = this.own()
        .filter(({ isActive }) => isActive)
        .map(({ rule }) => rule)
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
      return newest.filter((rule) => after === undefined || keyOf(rule) < keyOf(after)).slice(0, limit);
    });
  }

  find(id: string): Promise<StoredTrustRule | undefined> {
    return this.store.wire.call(() => this.active(id)?.rule);
  }

  begin({ serviceIdentity, ...draft }: TrustRuleDraft): Promise<TrustRuleBegun> {
    return this.store.wire.call(() => {
      const { id: serviceIdentityId } = serviceIdentity;
      const permissions =
        serviceIdentity.kind === 'new'
          ? serviceIdentity.permissions
          : this.store.serviceIdentities.get(serviceIdentityId);
      if (permissions === undefined) return 'no-identity';
      if (this.own().length >= mostTrustRules) return 'full';
      const rule = { ...draft, permissions, serviceIdentityId, clientId: '', lastUsedAt: undefined };
      this.store.rows.set(draft.id, { orgId: this.orgId, isActive: false, rule });
      return 'begun';
    });
  }

  activate(id: string, clientId: string): Promise<StoredTrustRule | undefined> {
    return this.store.wire.call(() => {
      const row = this.store.rows.get(id);
      return row && this.put({ ...row, isActive: true, rule: { ...row.rule, clientId } });
    });
  }

  change(id: string, { name, keySet, revision }: TrustRuleEdit): Promise<StoredTrustRule | undefined> {
    return this.store.wire.call(() => {
      const row = this.active(id);
      if (row === undefined) return undefined;
      const { rule } = row;
      return this.put({
        ...row,
        rule: { ...rule, name: name ?? rule.name, keySet: keySet ?? rule.keySet, revision },
      });
    });
  }

  delete(id: string): Promise<boolean> {
    return this.store.wire.call(
      () => this.store.rows.get(id)?.orgId === this.orgId && this.store.rows.delete(id),
    );
  }

  private own(): Row[] {
    return [...this.store.rows.values()].filter(({ orgId }) => orgId === this.orgId);
  }

  private active(id: string): Row | undefined {
    return this.own().find(({ rule, isActive }) => isActive && rule.id === id);
  }

  private put(row: Row): StoredTrustRule {
    this.store.rows.set(row.rule.id, row);
    return row.rule;
  }
}

function keyOf({ createdAt, id }: Pick<StoredTrustRule, 'createdAt' | 'id'>): string {
  return `${createdAt.toISOString()} ${id}`;
}
