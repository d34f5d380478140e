import { randomUUID } from 'node:crypto';
import { ConnectedAdmin } from './connected-admin';
import { type ConsoleApp } from './console';
import { addPerson, assertedBy, type TestPerson } from './people';
import { sharedConsole } from './shared-console';
import { type Role, SignedIn } from './signed-in';
import { startUpstream, type TestUpstream } from './upstream';

/** The shipped console and the provider of an organization. An administrator is signed in. */
export class ConnectedConsole {
  orgId = '';

  private constructor(
    readonly app: ConsoleApp,
    readonly upstream: TestUpstream,
  ) {}

  /** By default on the console that the run shares. */
  static async open(app?: ConsoleApp): Promise<ConnectedConsole> {
    const upstream = await startUpstream({ redirectUris: ['https://unused.example.org/'] });
    return new ConnectedConsole(app ?? (await sharedConsole()), upstream);
  }

  close(): Promise<void> {
    return this.upstream.close();
  }

  /** A new organization with an administrator. */
  async begin(): Promise<ConnectedAdmin> {
    this.upstream.answer = undefined;
    this.orgId = `org_${randomUUID()}`;
    return this.adminOf(this.orgId);
  }

  /** An administrator of another organization, signed in. */
  async stranger(): Promise<ConnectedAdmin> {
    return this.adminOf(`org_${randomUUID()}`);
  }

  join(role: Role): Promise<TestPerson> {
    return addPerson(this.app.identity, { places: [[this.orgId, role]] });
  }

  /** As if the account had been asserted by the connection. */
  async moveTo(connectionId: string, { userId }: TestPerson): Promise<void> {
    await assertedBy(this.app.identity.stores, { userId, connectionId });
  }

  async passwordId(): Promise<string> {
    const query = `SELECT id FROM identity.connections WHERE organization_id = $1 AND type = 'database'`;
    return String((await this.sql(query, [this.orgId]))[0]?.id);
  }

  /** Another request is changing the object. */
  async leaveUnfinished(target: string): Promise<void> {
    await this.sql(
      `INSERT INTO provider_changes (id, org_id, exclusive_target, change, audit, lease, lease_until)
       VALUES (gen_random_uuid(), $1, $2, $3, '{}', gen_random_uuid(), now() + interval '1 minute')`,
      [this.orgId, target, { kind: 'put-domain', name: target }],
    );
  }

  sql(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return this.app.identity.stores.sql(text, values);
  }

  private async adminOf(orgId: string): Promise<ConnectedAdmin> {
    return new ConnectedAdmin(await SignedIn.member(this.app, { orgId }), this.upstream);
  }
}
