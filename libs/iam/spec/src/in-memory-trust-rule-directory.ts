import {
  type ProvidedTrustRule,
  type TriedCondition,
  type TrustRefusal,
  TrustRuleDirectory,
} from '../../src';
import { randomUUID } from 'node:crypto';
import { type FaultyWire } from './faulty-wire';

interface Provided {
  readonly orgId: string;
  readonly clientId: string;
  readonly rule: ProvidedTrustRule;
}

/** The provider's trust rules, in memory. It verifies no signature. */
export class InMemoryTrustRuleDirectory extends TrustRuleDirectory {
  readonly audience = 'https://identity.example.org/oauth/token';
  /** By id. */
  readonly rules = new Map<string, Provided>();
  /** By the rule's id. */
  readonly refusals = new Map<string, TrustRefusal>();
  /** What each trial finds. */
  tried: readonly TriedCondition[] = [{ condition: 'signature', holds: true }];
  /** Why it refuses every rule. */
  refusal: string | undefined;

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  refusalOf(): string | undefined {
    return this.refusal;
  }

  put(orgId: string, rule: ProvidedTrustRule): Promise<{ readonly clientId: string }> {
    return this.wire.call(() => {
      const clientId = this.rules.get(rule.id)?.clientId ?? randomUUID();
      this.rules.set(rule.id, { orgId, clientId, rule });
      return { clientId };
    });
  }

  remove(orgId: string, id: string): Promise<void> {
    return this.wire.call(() => {
      if (this.has(orgId, id)) this.rules.delete(id);
    });
  }

  lastRefusals(orgId: string): Promise<ReadonlyMap<string, TrustRefusal>> {
    return this.wire.call(() => new Map([...this.refusals].filter(([id]) => this.has(orgId, id))));
  }

  try(orgId: string, id: string): Promise<readonly TriedCondition[] | undefined> {
    return this.wire.call(() => (this.has(orgId, id) ? this.tried : undefined));
  }

  private has(orgId: string, id: string): boolean {
    return this.rules.get(id)?.orgId === orgId;
  }
}
