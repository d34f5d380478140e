import { callJson, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { connectionsPath, newConnection } from '../support/connections';
import { domainsPath } from '../support/domains';
import { type System } from './system';

/** An admin of one organization, through a process that no test kills. */
export interface ChangeScene {
  readonly system: System;
  readonly orgId: string;
  readonly origin: string;
  readonly token: string;
}

/** One change of one connection or domain. */
export interface ChangeTrial {
  readonly send: (origin: string) => Promise<HttpAnswer>;
  readonly orgId: string;
  readonly operation: string;
  /** Of its audit event; undefined while the connection of a creation is not in the list. */
  readonly target: () => Promise<string | undefined>;
  /** Whether it took effect, as observed from outside. Fails if it took effect in part. */
  readonly hasHappened: () => Promise<boolean>;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

function ask(
  { token }: ChangeScene,
  { origin, method, path, body }: { origin: string; method: string; path: string; body?: object },
): Promise<HttpAnswer> {
  return callJson(`${origin}${path}`, { method, token, body });
}

async function listed(scene: ChangeScene): Promise<readonly Listed[]> {
  const { body } = await ask(scene, { origin: scene.origin, method: 'GET', path: connectionsPath });
  return body.connections as readonly Listed[];
}

/** A connection with one member. It is stored directly, because the provider limits how many an admin adds. */
async function existing({
  system,
  orgId,
}: ChangeScene): Promise<{ readonly id: string; readonly member: string }> {
  const [id, member] = [`con_${randomUUID()}`, `member-${randomUUID()}`];
  await system.sql(
    `INSERT INTO identity.connections (id, organization_id, name, type, enabled, upstream_issuer, upstream_client_id,
       upstream_client_secret)
     VALUES ($1, $2, $3, 'enterprise', true, $4, $5, $6)`,
    [id, orgId, `Connection ${id}`, newConnection.issuer, newConnection.client_id, Buffer.from('sealed')],
  );
  await system.sql(
    `INSERT INTO identity.users (id, connection_id, email_mac, email_verified) VALUES ($1, $2, $3, true)`,
    [member, id, Buffer.from(member)],
  );
  await system.sql(
    `INSERT INTO identity.memberships (organization_id, user_id, role) VALUES ($1, $2, 'viewer')`,
    [orgId, member],
  );
  return { id, member };
}

async function isCutOff({ system, orgId }: ChangeScene, member: string): Promise<boolean> {
  const rows = await system.sql('SELECT FROM token_cut_offs WHERE subject = $1 AND org_id = $2', [
    member,
    orgId,
  ]);
  return rows.length === 1;
}

export function addition(scene: ChangeScene): ChangeTrial {
  const body = { ...newConnection, name: `Connection ${randomUUID()}` };
  const added = async () => (await listed(scene)).find(({ name }) => name === body.name);
  return {
    send: (origin) => ask(scene, { origin, method: 'POST', path: connectionsPath, body }),
    orgId: scene.orgId,
    operation: 'connections:create',
    target: async () => (await added())?.id,
    hasHappened: async () => (await added()) !== undefined,
  };
}

export async function replacement(scene: ChangeScene): Promise<ChangeTrial> {
  const { id, member } = await existing(scene);
  const body = { name: `Renamed ${randomUUID()}`, client_secret: `next-${randomUUID()}` };
  const secret = (): Promise<unknown> =>
    scene.system.sql('SELECT upstream_client_secret FROM identity.connections WHERE id = $1', [id]);
  const before = await secret();
  return {
    send: (origin) => ask(scene, { origin, method: 'PATCH', path: `${connectionsPath}/${id}`, body }),
    orgId: scene.orgId,
    operation: 'connections:update',
    target: () => Promise.resolve(id),
    hasHappened: async () => {
      const isRenamed = (await listed(scene)).some(({ name }) => name === body.name);
      expect(JSON.stringify(await secret()) !== JSON.stringify(before)).toBe(isRenamed);
      expect(await isCutOff(scene, member)).toBe(false);
      return isRenamed;
    },
  };
}

export async function disabling(scene: ChangeScene): Promise<ChangeTrial> {
  const { id, member } = await existing(scene);
  const path = `${connectionsPath}/${id}`;
  return {
    send: (origin) => ask(scene, { origin, method: 'PATCH', path, body: { enabled: false } }),
    orgId: scene.orgId,
    operation: 'connections:update',
    target: () => Promise.resolve(id),
    hasHappened: async () => {
      const connection = (await listed(scene)).find((each) => each.id === id);
      expect(await isCutOff(scene, member)).toBe(connection?.enabled === false);
      return connection?.enabled === false;
    },
  };
}

export async function removal(scene: ChangeScene): Promise<ChangeTrial> {
  const { id, member } = await existing(scene);
  return {
    send: (origin) => ask(scene, { origin, method: 'DELETE', path: `${connectionsPath}/${id}` }),
    orgId: scene.orgId,
    operation: 'connections:remove',
    target: () => Promise.resolve(id),
    hasHappened: async () => {
      const connection = (await listed(scene)).find((each) => each.id === id);
      const accounts = await scene.system.sql('SELECT FROM identity.users WHERE id = $1', [member]);
      const isGone = connection === undefined;
      // No member of a removed connection gets in; those of one that stays do.
      expect([accounts.length, await isCutOff(scene, member)]).toEqual(isGone ? [0, true] : [1, false]);
      expect(connection?.enabled ?? true).toBe(true);
      return isGone;
    },
  };
}

async function hasDomain({ system, orgId }: ChangeScene, name: string): Promise<boolean> {
  const found = 'SELECT FROM identity.domains WHERE organization_id = $1 AND name = $2';
  return (await system.sql(found, [orgId, name])).length === 1;
}

export function domainAddition(scene: ChangeScene): ChangeTrial {
  const name = `d${randomUUID()}.example`;
  return {
    send: (origin) => ask(scene, { origin, method: 'POST', path: domainsPath, body: { name } }),
    orgId: scene.orgId,
    operation: 'domains:create',
    target: () => Promise.resolve(name),
    hasHappened: () => hasDomain(scene, name),
  };
}

async function existingDomain(scene: ChangeScene): Promise<string> {
  const trial = domainAddition(scene);
  expect((await trial.send(scene.origin)).status).toBe(201);
  return String(await trial.target());
}

/** The record is missing, so the check changes nothing: it has happened when its caller can know the result. */
export async function domainCheck(scene: ChangeScene): Promise<ChangeTrial> {
  const name = await existingDomain(scene);
  const done = `SELECT FROM audit_trail WHERE operation = 'domains:check' AND target = $1 AND outcome = 'done'`;
  return {
    send: (origin) => ask(scene, { origin, method: 'POST', path: `${domainsPath}/${name}/check` }),
    orgId: scene.orgId,
    operation: 'domains:check',
    target: () => Promise.resolve(name),
    hasHappened: async () => (await scene.system.sql(done, [name])).length === 1,
  };
}

export async function domainRemoval(scene: ChangeScene): Promise<ChangeTrial> {
  const name = await existingDomain(scene);
  return {
    send: (origin) => ask(scene, { origin, method: 'DELETE', path: `${domainsPath}/${name}` }),
    orgId: scene.orgId,
    operation: 'domains:remove',
    target: () => Promise.resolve(name),
    hasHappened: async () => !(await hasDomain(scene, name)),
  };
}
