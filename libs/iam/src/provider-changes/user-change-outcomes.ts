import { ConnectionMembers } from '../connections/connection-members';
import { type Connection, type ConnectionDirectory } from '../connections/connection-directory.port';
import { type Domain, type DomainDirectory } from '../domains/domain-directory.port';
import { type MemberDirectory } from '../members/member-directory.port';
import { type TokenCutOffs } from '../members/token-cut-offs.port';
import { type ProviderChange, type ProviderIntent } from './provider-change';
import { type ProviderChangeOutcome } from './provider-change-store.port';

/** What belongs to users at a provider that manages them. */
export interface UserDirectories {
  readonly connections: ConnectionDirectory;
  readonly domains: DomainDirectory;
  readonly members: MemberDirectory;
  readonly cutOffs: TokenCutOffs;
}

interface UserChangeParts extends UserDirectories {
  readonly issuer: string;
  readonly now: () => Date;
}

export type Settled = Pick<ProviderChangeOutcome, 'outcome' | 'reason'>;
export type UserChange = Exclude<ProviderChange, { readonly ruleId: string }>;
type Change<Kind extends ProviderChange['kind']> = Extract<ProviderChange, { kind: Kind }>;

export const abandoned: Settled = { outcome: 'abandoned', reason: undefined };

/** The outcomes of changes of connections, domains and members, which the provider knows. Completes what ends access. */
export class UserChangeOutcomes {
  private readonly ofConnection: ConnectionMembers;

  constructor(private readonly parts: UserChangeParts) {
    const { members: directory, cutOffs, issuer, now } = parts;
    this.ofConnection = new ConnectionMembers({ directory, cutOffs, issuer, now });
  }

  outcomeOf(intent: ProviderIntent, change: UserChange): Promise<Settled> {
    const { orgId } = intent;
    if ('memberId' in change) return this.outcomeOfMember(intent, change);
    switch (change.kind) {
      case 'add-connection':
        return this.whether(async () => (await this.connection(orgId, change)) !== undefined);
      case 'change-connection':
        return this.changed(intent, change);
      case 'remove-connection':
        return this.removed(intent, change);
      // It changes nothing, and only its caller needs the result.
      case 'test-connection':
        return Promise.resolve(abandoned);
      case 'put-domain':
        return this.whether(async () => {
          const domain = await this.domain(orgId, change.name);
          return domain !== undefined && domain.connectionId === change.connectionId;
        });
      case 'check-domain':
        return this.whether(async () => (await this.domain(orgId, change.name))?.provenAt !== undefined);
      case 'remove-domain':
        return this.whether(async () => (await this.domain(orgId, change.name)) === undefined);
    }
  }

  private outcomeOfMember(
    intent: ProviderIntent,
    change: Extract<ProviderChange, { memberId: string }>,
  ): Promise<Settled> {
    const { orgId } = intent;
    switch (change.kind) {
      case 'set-role':
        return this.roleSet(intent, change);
      case 'remove-member':
        return this.memberRemoved(intent, change);
      case 'reset-second-factor':
        return this.whether(async () => this.isResetPending(orgId, change));
      case 'cancel-second-factor-reset':
        return this.whether(async () => !(await this.isResetPending(orgId, change)));
    }
  }

  private async changed(
    { id, orgId }: ProviderIntent,
    change: Change<'change-connection'>,
  ): Promise<Settled> {
    const connection = await this.connection(orgId, change);
    if (connection?.revision !== id) return abandoned;
    if (change.disables) await this.ofConnection.cutOff(orgId, connection);
    return { outcome: 'done', reason: change.reason };
  }

  /** A removal disables first: one that got so far is completed, unless an operator has enabled the connection since. */
  private async removed(
    { id, orgId }: ProviderIntent,
    change: Change<'remove-connection'>,
  ): Promise<Settled> {
    const connection = await this.connection(orgId, change);
    if (connection !== undefined) {
      if (connection.enabled || connection.revision !== id) return abandoned;
      await this.ofConnection.cutOff(orgId, connection);
      await this.parts.connections.remove(orgId, connection.id);
    }
    return { outcome: 'done', reason: undefined };
  }

  private async roleSet(
    { orgId }: ProviderIntent,
    { memberId: subject, role }: Change<'set-role'>,
  ): Promise<Settled> {
    const { members, cutOffs, issuer, now } = this.parts;
    if ((await members.find(orgId, subject))?.role !== role) return abandoned;
    const holder = { issuer, subject, orgId };
    if (role !== 'account-admin') await cutOffs.changeRole(holder, { at: now(), role });
    return { outcome: 'done', reason: role };
  }

  private async memberRemoved(
    { orgId }: ProviderIntent,
    { memberId: subject }: Change<'remove-member'>,
  ): Promise<Settled> {
    const { members, cutOffs, issuer, now } = this.parts;
    if ((await members.find(orgId, subject)) !== undefined) return abandoned;
    await cutOffs.remove({ issuer, subject, orgId }, now());
    return { outcome: 'done', reason: undefined };
  }

  private async isResetPending(orgId: string, { memberId }: { readonly memberId: string }): Promise<boolean> {
    return (await this.parts.members.find(orgId, memberId))?.secondFactorResetAt !== undefined;
  }

  private async whether(hasHappened: () => Promise<boolean>): Promise<Settled> {
    return (await hasHappened()) ? { outcome: 'done', reason: undefined } : abandoned;
  }

  private async connection(
    orgId: string,
    { connectionId }: { readonly connectionId: string },
  ): Promise<Connection | undefined> {
    return (await this.parts.connections.ofOrg(orgId)).find(({ id }) => id === connectionId);
  }

  private async domain(orgId: string, name: string): Promise<Domain | undefined> {
    return (await this.parts.domains.ofOrg(orgId)).find((each) => each.name === name);
  }
}
