import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditContext,
  type AuditEntry,
  AuditTrail,
  checkClientSecret,
  checkConnection,
  checkConnectionName,
  checkUpstreamSecondFactor,
  type ConfiguredConnection,
  type Connection,
  type ConnectionChange,
  ConnectionDirectory,
  type ConnectionProblem,
  type ConnectionRequest,
  ConnectionUnknown,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import { Clock, RuleViolation } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ConnectionMembers } from './connection-members';
import { noAdminLeft, notAtProvider, tooManyConnections, unknownConnection } from './connection-problems';

/** The connections of the caller's organization (decisions 3). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly directory: ConnectionDirectory,
    private readonly members: ConnectionMembers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list({ orgId }: OrgCaller): Promise<readonly Connection[]> {
    return this.directory.ofOrg(orgId);
  }

  /** After a lost response the connection may exist: it is in the list. */
  async create(
    { orgId }: OrgCaller,
    { enabled, ...request }: ConnectionRequest & { readonly enabled: boolean },
    write: AuditContext,
  ): Promise<ConfiguredConnection> {
    const connection = { id: `con_${randomUUID()}`, enabled, ...checkConnection(request) };
    const added = await this.directory.add(orgId, connection).catch(refuse);
    const reason = reasonOf({ secondFactor: connection.secondFactor });
    await this.audit.append(this.entryOf({ ...write, target: added.id }, reason));
    return added;
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
    const changed = await this.directory.change(caller.orgId, id, change).catch(refuse);
    const entry = this.entryOf({ ...write, target: id }, reasonOf(change));
    if (change.enabled === false) await this.members.cutOff(caller, connection, entry);
    else await this.audit.append(entry);
    return changed;
  }

  /**
   * Removes the connection with the accounts that it asserts. Access ends first: users cannot sign in with a disabled connection,
   * so no token is issued after the members are read. Can be repeated.
   */
  async remove(caller: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const connection = await this.find(caller, id);
    if (!isAtProvider(connection)) throw notAtProvider();
    await this.directory.change(caller.orgId, id, { enabled: false }).catch(refuse);
    await this.members.cutOff(caller, connection);
    await this.directory.remove(caller.orgId, id).catch(refuse);
    await this.audit.append(this.entryOf({ ...write, target: id }));
  }

  /** Returns the first problem of the provider, or undefined. */
  async test(caller: OrgCaller, id: string, write: AuditContext): Promise<ConnectionProblem | undefined> {
    if (!isAtProvider(await this.find(caller, id))) throw notAtProvider();
    const problem = await this.directory.test(caller.orgId, id).catch(refuse);
    await this.audit.append(this.entryOf({ ...write, target: id }, problem));
    return problem;
  }

  private async find({ orgId }: OrgCaller, id: string): Promise<Connection> {
    const found = (await this.directory.ofOrg(orgId)).find((connection) => connection.id === id);
    if (found === undefined) throw unknownConnection();
    return found;
  }

  private entryOf(write: AuditContext, reason?: string): AuditEntry {
    return { ...write, at: this.clock.now(), outcome: 'done', reason };
  }
}

function checkChange({ name, enabled, clientSecret, secondFactor }: ConnectionChange): ConnectionChange {
  return {
    name: name === undefined ? undefined : checkConnectionName(name),
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
  if (error instanceof TooManyConnections) throw tooManyConnections(error);
  if (error instanceof NoAdminLeft) throw noAdminLeft(error);
  throw error;
}
