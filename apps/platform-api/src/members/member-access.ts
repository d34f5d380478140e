import { type Clock } from '@governance/kernel';
import {
  type AuditContext,
  type AuditEntry,
  type AuditTrail,
  type MemberDirectory,
  type Role,
  type TokenCutOffs,
  type TokenHolder,
} from '@governance/iam';

export interface MemberAccessParts {
  readonly directory: MemberDirectory;
  readonly cutOffs: TokenCutOffs;
  /** For a promotion; without it, the caller records every change. */
  readonly audit?: AuditTrail;
  readonly clock: Clock;
}

/**
 * Changes a member at the identity provider, and what their tokens permit. Access is removed first, and again after the
 * provider has the change, for tokens issued in between. `write` becomes the audit event. After a crash, repeat the change. All methods reject with
 * `IdentityProviderUnavailable` or `StoreUnavailable`.
 */
export class MemberAccess {
  constructor(private readonly parts: MemberAccessParts) {}

  /** Then the removal may have been interrupted: a repetition ends the tokens that were issued during it. */
  async wasRemoved(holder: TokenHolder): Promise<boolean> {
    return (await this.parts.cutOffs.find(holder))?.removedAt !== undefined;
  }

  /** Ends earlier tokens without a change at the provider. */
  async cutOff(holder: TokenHolder): Promise<void> {
    await this.parts.cutOffs.remove(holder, this.now());
  }

  /** Limits earlier tokens to the role without a change at the provider. */
  async limit(holder: TokenHolder, role: Role): Promise<void> {
    if (reduces(role)) await this.parts.cutOffs.changeRole(holder, { at: this.now(), role });
  }

  /**
   * Rejects with `LastAccountAdmin` when a concurrent change has left no other account-admin; the tokens of this one have to be
   * refreshed then.
   */
  async remove(holder: TokenHolder, write?: AuditContext): Promise<void> {
    const { directory, cutOffs } = this.parts;
    await this.cutOff(holder);
    await directory.remove(holder.orgId, holder.subject);
    const at = this.now();
    await cutOffs.remove(holder, at, write && entryOf(write, { holder, at, reason: undefined }));
  }

  /** Rejects with `MemberUnknown`, or like `remove`. */
  async setRole(holder: TokenHolder, role: Role, write?: AuditContext): Promise<void> {
    const { directory, cutOffs, audit } = this.parts;
    await this.limit(holder, role);
    await directory.setRole(holder.orgId, { id: holder.subject, role });
    const at = this.now();
    const entry = write && entryOf(write, { holder, at, reason: role });
    if (reduces(role)) await cutOffs.changeRole(holder, { at, role }, entry);
    else if (entry !== undefined) await audit?.append(entry);
  }

  private now(): Date {
    return this.parts.clock.now();
  }
}

function reduces(role: Role): boolean {
  return role !== 'account-admin';
}

function entryOf(
  write: AuditContext,
  {
    holder: { orgId, subject: target },
    ...done
  }: { readonly holder: TokenHolder } & Pick<AuditEntry, 'at' | 'reason'>,
): AuditEntry {
  return { ...write, orgId, target, ...done, outcome: 'done' };
}
