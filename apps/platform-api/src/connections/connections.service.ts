import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditContext,
  checkClientSecret,
  checkConnection,
  checkUpstreamSecondFactor,
  type ConfiguredConnection,
  type Connection,
  type ConnectionChange,
  ConnectionDirectory,
  ConnectionMembers,
  type ConnectionProblem,
  type ConnectionRequest,
  ConnectionUnknown,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import { checkName, Problem, RuleViolation } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { noAdminLeft, notAtProvider, tooManyConnections, unknownConnection } from './connection-problems';

const confirmationSeconds = 300;

/** The connections of the caller's organization (decisions 3). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly directory: ConnectionDirectory,
    private readonly members: ConnectionMembers,
    private readonly changes: ProviderChanges,
  ) {}

  list({ orgId }: OrgCaller): Promise<readonly Connection[]> {
    return this.directory.ofOrg(orgId);
  }

  /** After a lost response the connection may exist: it is in the list. */
  async create(
    caller: OrgCaller,
    { enabled, ...request }: ConnectionRequest & { readonly enabled: boolean },
    write: AuditContext,
  ): Promise<ConfiguredConnection> {
    const checked = { id: `con_${randomUUID()}`, enabled, ...checkConnection(request) };
    const isFactorConfirmed = checked.secondFactor && isRecent(write);
    const connection = { ...checked, isFactorConfirmed };
    const { id: target } = connection;
    const change = { kind: 'add-connection', connectionId: target } as const;
    const reason = reasonOf({ secondFactor: connection.secondFactor });
    return this.changes.make(caller, { change, write, target }, async () => ({
      result: await this.directory.add(caller.orgId, connection).catch(refuse),
      reason,
    }));
  }

  /** When this resolves after disabling, tokens of the connection's members are no longer valid. Can be repeated. */
  async update(
    caller: OrgCaller,
    id: string,
    { change: requested, write }: { readonly change: ConnectionChange; readonly write: AuditContext },
  ): Promise<ConfiguredConnection> {
    const change = checkChange(requested);
    const connection = await this.find(caller, id);
    if (!isAtProvider(connection)) checkWithoutProvider(change);
    const isFactorConfirmed = change.secondFactor
      ? await this.confirms(caller, { connection, write })
      : undefined;
    const reason = reasonOf(change);
    const disables = change.enabled === false;
    const begun = { kind: 'change-connection', connectionId: id, disables, reason } as const;
    return this.changes.make(caller, { change: begun, write, target: id }, async (revision) => {
      const revised = { ...change, isFactorConfirmed, revision };
      const result = await this.directory.change(caller.orgId, id, revised).catch(refuse);
      if (disables) await this.members.cutOff(caller.orgId, connection);
      return { result, reason };
    });
  }

  /**
   * Removes the connection with the accounts that it asserts. Access ends first: users cannot sign in with a disabled connection,
   * so no token is issued after the members are read. Can be repeated.
   */
  async remove(caller: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const connection = await this.find(caller, id);
    if (!isAtProvider(connection)) throw notAtProvider();
    const change = { kind: 'remove-connection', connectionId: id } as const;
    const removal = this.changes.make(caller, { change, write, target: id }, async (revision) => {
      await this.directory.change(caller.orgId, id, { enabled: false, revision }).catch(refuse);
      await this.members.cutOff(caller.orgId, connection);
      await this.directory.remove(caller.orgId, id).catch(refuse);
      return { result: undefined };
    });
    await removal.catch((error: unknown) => {
      // Another removal was first: often the interrupted one that this call repeats. It has the event.
      if (!(error instanceof Problem && error.kind === 'not_found')) throw error;
    });
  }

  /** Returns the first problem of the provider, or undefined. */
  async test(caller: OrgCaller, id: string, write: AuditContext): Promise<ConnectionProblem | undefined> {
    if (!isAtProvider(await this.find(caller, id))) throw notAtProvider();
    const change = { kind: 'test-connection', connectionId: id } as const;
    return this.changes.make(caller, { change, write, target: id }, async () => {
      const problem = await this.directory.test(caller.orgId, id).catch(refuse);
      return { result: problem, reason: problem };
    });
  }

  /** ADR 29: the second factor that a connection asserts cannot confirm its own setting. */
  private async confirms(
    { orgId, subject }: OrgCaller,
    { connection, write }: { readonly connection: Connection; readonly write: AuditContext },
  ): Promise<boolean> {
    if (!isRecent(write)) return false;
    return !connection.secondFactor || !(await this.members.includes(orgId, subject, connection));
  }

  private async find({ orgId }: OrgCaller, id: string): Promise<Connection> {
    const found = (await this.directory.ofOrg(orgId)).find((connection) => connection.id === id);
    if (found === undefined) throw unknownConnection();
    return found;
  }
}

/** Whether the caller has shown a second factor within five minutes, also where the organization asks for none. */
function isRecent({ secondFactorAgeSeconds: age }: AuditContext): boolean {
  return age !== undefined && age <= confirmationSeconds;
}

function checkChange({ name, enabled, clientSecret, secondFactor }: ConnectionChange): ConnectionChange {
  return {
    name: name === undefined ? undefined : checkName('name', name),
    enabled,
    clientSecret: clientSecret === undefined ? undefined : checkClientSecret(clientSecret),
    secondFactor: secondFactor && checkUpstreamSecondFactor(secondFactor),
  };
}

/** A password has neither a secret nor a second factor at a provider. */
function checkWithoutProvider({ clientSecret, secondFactor }: ConnectionChange): void {
  if (clientSecret !== undefined) {
    throw new RuleViolation('client_secret is for connections of type enterprise');
  }
  if (secondFactor) throw new RuleViolation('second_factor is for connections of type enterprise');
}

function isAtProvider({ type }: Connection): boolean {
  return type === 'enterprise';
}

/** Says what an update changed, without a value: `disabled`, `second_factor,client_secret` and so on. */
function reasonOf({ enabled, clientSecret, secondFactor }: ConnectionChange): string | undefined {
  const changes = [
    ...(enabled === undefined ? [] : [enabled ? 'enabled' : 'disabled']),
    ...(secondFactor === undefined ? [] : [secondFactor ? 'second_factor' : 'no_second_factor']),
    ...(clientSecret === undefined ? [] : ['client_secret']),
  ];
  return changes.length > 0 ? changes.join() : undefined;
}

function refuse(error: unknown): never {
  if (error instanceof ConnectionUnknown) throw unknownConnection();
  if (error instanceof TooManyConnections) throw tooManyConnections({ cause: error });
  if (error instanceof NoAdminLeft) throw noAdminLeft({ cause: error });
  throw error;
}
