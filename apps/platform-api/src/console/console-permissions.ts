import { type ConsoleSession, type Permission } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type CurrentOrganization, type KnownCaller, PermissionSource } from './permission-source';

/** More sessions than a process serves at once. One that is forgotten costs a request. */
const mostKnown = 1_000;

interface Known extends KnownCaller {
  readonly token: string;
}

const none: ReadonlySet<Permission> = new Set();

/**
 * What people may do, as the API decides it: read once for each access token, because a changed role comes with a new one. Pages
 * show sections and controls by it. The API decides what a call may do.
 */
@Injectable()
export class ConsolePermissions {
  /** By session, the last read at the end. */
  private readonly known = new Map<string, Known>();

  constructor(private readonly source: PermissionSource) {}

  async of(session: ConsoleSession): Promise<ReadonlySet<Permission>> {
    const known = this.known.get(session.id);
    return known?.token === (await this.source.tokenOf(session)) ? known.permissions : this.read(session);
  }

  /** Asks the API, which may permit less since the token was issued. */
  async read(session: ConsoleSession): Promise<ReadonlySet<Permission>> {
    const caller = await this.source.callerOf(session);
    this.keep(session.id, { token: await this.source.tokenOf(session), ...caller });
    return caller.permissions;
  }

  /** Those that were read last; none if the API did not answer. */
  lastOf({ id }: ConsoleSession): ReadonlySet<Permission> {
    return this.known.get(id)?.permissions ?? none;
  }

  /** That of the token that was read last; undefined if the API did not answer. */
  organizationOf({ id }: ConsoleSession): CurrentOrganization | undefined {
    return this.known.get(id)?.organization;
  }

  /** For a form, which the API sees only when it is sent. @throws Problem */
  async require(session: ConsoleSession, permission: Permission): Promise<void> {
    if (!(await this.of(session)).has(permission))
      throw new Problem('forbidden', `the page needs the permission ${permission}`);
  }

  private keep(id: string, known: Known): void {
    this.known.delete(id);
    this.known.set(id, known);
    const [oldest] = this.known.keys();
    if (this.known.size > mostKnown && oldest !== undefined) this.known.delete(oldest);
  }
}
