import {
  type AuditEntry,
  type Role,
  type TokenCutOff,
  TokenCutOffs,
  type TokenHolder,
  type TokenHolders,
} from '../../src';
import { FaultyWire } from './faulty-wire';

/** Cut-offs in memory, with their audit entries. Every call uses `wire`. */
export class InMemoryTokenCutOffs extends TokenCutOffs {
  readonly audit: AuditEntry[] = [];
  private readonly rows = new Map<string, TokenCutOff>();

  constructor(readonly wire = new FaultyWire(() => new Error('the store is away'))) {
    super();
  }

  find(holder: TokenHolder): Promise<TokenCutOff | undefined> {
    return this.wire.call(() => this.rows.get(keyOf(holder)));
  }

  remove(holder: TokenHolder, at: Date, audit?: AuditEntry): Promise<void> {
    return this.change(holder, audit, (known) => ({ ...known, removedAt: later(known.removedAt, at) }));
  }

  removeAll({ subjects, ...org }: TokenHolders, at: Date, audit?: AuditEntry): Promise<void> {
    return this.wire.call(() => {
      for (const subject of subjects) {
        const key = keyOf({ ...org, subject });
        const known = this.rows.get(key);
        this.rows.set(key, { roleChange: undefined, ...known, removedAt: later(known?.removedAt, at) });
      }
      if (audit !== undefined) this.audit.push(audit);
    });
  }

  endSessions(holder: TokenHolder, at: Date): Promise<void> {
    return this.remove(holder, at);
  }

  changeRole(
    holder: TokenHolder,
    { at, role }: { readonly at: Date; readonly role: Role },
    audit?: AuditEntry,
  ): Promise<void> {
    return this.change(holder, audit, (known) => ({
      ...known,
      roleChange: { at: later(known.roleChange?.at, at), role },
    }));
  }

  private change(
    holder: TokenHolder,
    audit: AuditEntry | undefined,
    of: (known: TokenCutOff) => TokenCutOff,
  ): Promise<void> {
    return this.wire.call(() => {
      const known = this.rows.get(keyOf(holder)) ?? { removedAt: undefined, roleChange: undefined };
      this.rows.set(keyOf(holder), of(known));
      if (audit !== undefined) this.audit.push(audit);
    });
  }
}

function keyOf({ issuer, subject, orgId }: TokenHolder): string {
  return JSON.stringify([issuer, subject, orgId]);
}

function later(known: Date | undefined, at: Date): Date {
  return known !== undefined && known > at ? known : at;
}
