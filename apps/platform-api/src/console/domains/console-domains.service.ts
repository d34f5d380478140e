import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type Choice, choicesIn } from '../form-fields';
import {
  checkReport,
  type CheckReport,
  type DomainDetails,
  domainDetails,
  type DomainRow,
  domainRow,
} from './domain-view';

type Connection = PlatformTypes['schemas']['Connection'];

export interface ShownDomain {
  readonly domain: DomainDetails;
  /** The connections to which its addresses can lead. */
  readonly choices: readonly Choice[];
}

/** The domains of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleDomains {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async all(client: PlatformClient, connections: readonly Connection[]): Promise<DomainRow[]> {
    const { domains } = await client.get('/iam/domains');
    return domains.map((domain) => domainRow(domain, connections, this.clock.now()));
  }

  /** The API has no operation for one domain. @throws Problem if there is no such domain. */
  async find(session: ConsoleSession, name: string): Promise<ShownDomain> {
    const client = this.api.clientOf(session);
    const [{ domains }, { connections }] = await Promise.all([
      client.get('/iam/domains'),
      client.get('/iam/connections'),
    ]);
    const found = domains.find((domain) => domain.name === name);
    if (!found) throw new Problem('not_found', 'there is no such domain');
    return { domain: domainDetails(found, connections, this.clock.now()), choices: choicesOf(connections) };
  }

  /** For a new domain. @throws Problem if the person may not add one. */
  async choices(session: ConsoleSession): Promise<readonly Choice[]> {
    await this.permissions.require(session, 'org:connections:write');
    const { connections } = await this.api.clientOf(session).get('/iam/connections');
    return choicesOf(connections);
  }

  /** Returns the name of the domain in its canonical form. */
  async add(session: ConsoleSession, form: URLSearchParams): Promise<string> {
    const body = { name: (form.get('name') ?? '').trim(), connection_id: form.get('connection_id') ?? '' };
    return (await this.api.clientOf(session).post('/iam/domains', { body })).name;
  }

  /** The call of the API adds an unknown domain, so the domain is looked for first. An expired record gets a successor. */
  async lead(session: ConsoleSession, name: string, form: URLSearchParams): Promise<void> {
    await this.find(session, name);
    const body = { name, connection_id: form.get('connection_id') ?? '' };
    await this.api.clientOf(session).post('/iam/domains', { body });
  }

  /** Undefined: the domain is proven. */
  async check(session: ConsoleSession, name: string): Promise<CheckReport | undefined> {
    const call = { path: { domainName: name }, body: {} };
    const { problem } = await this.api.clientOf(session).post('/iam/domains/{domainName}/check', call);
    return checkReport(problem);
  }

  async remove(session: ConsoleSession, name: string): Promise<void> {
    await this.api.clientOf(session).delete('/iam/domains/{domainName}', { path: { domainName: name } });
  }
}

function choicesOf(connections: readonly Connection[]): readonly Choice[] {
  const leading = connections
    .filter(({ type }) => type === 'enterprise')
    .map(({ id, name, enabled }) => ({ id, name: enabled ? name : `${name} (disabled)` }));
  return choicesIn(leading, 'No connection');
}
