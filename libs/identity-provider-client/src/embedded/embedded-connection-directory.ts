import {
  type ConfiguredConnection,
  type ConfirmedFactor,
  type Connection,
  ConnectionDirectory,
  type ConnectionProblem,
  type ConnectionRevision,
  ConnectionUnknown,
  type NewConnection,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import * as z from 'zod';
import {
  type addConnectionRequest,
  type changeConnectionRequest,
  confirmedFactorListResponse,
  connectionResponse,
  connectionTestResponse,
} from '../contract';
import { conflict, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

// The platform shows no time of it.
const connection = connectionResponse.omit({ createdAt: true });
const connections = z.object({ connections: z.array(connection.transform(configurationOf)) });
const tested = connectionTestResponse.transform(({ problem }) => problem ?? undefined);
const confirmedFactors = confirmedFactorListResponse.transform((answer) => answer.confirmedFactors);
/** An earlier release of the provider confirms none. */
const noFactors = notFound.transform((): readonly ConfirmedFactor[] => []);
const unknown = notFound.transform(() => 'unknown' as const);
const refused = conflict.transform(() => 'refused' as const);

/** A provider fetches two documents, each within 5 seconds. */
const testTimeoutMs = 15_000;

type Answer = ConfiguredConnection | 'unknown' | 'refused';

/** The connections of organizations at the embedded provider. */
export class EmbeddedConnectionDirectory extends ConnectionDirectory {
  private readonly api: ManagementApi;
  private readonly tests: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
    this.tests = new ManagementApi({ timeoutMs: testTimeoutMs, ...settings });
  }

  override async ofOrg(orgId: string): Promise<readonly Connection[]> {
    const path = organizationPath(orgId);
    if (path === undefined) return [];
    const answer = await this.api.call<z.output<typeof connections> | undefined>(
      { method: 'GET', path: `${path}/connections` },
      { 200: connections, 404: notFound },
    );
    return answer?.connections.toSorted((one, other) => (one.name < other.name ? -1 : 1)) ?? [];
  }

  override async add(
    orgId: string,
    { isFactorConfirmed, id, name, enabled, issuer, clientId, clientSecret, secondFactor }: NewConnection,
  ): Promise<ConfiguredConnection> {
    const path = organizationPath(orgId);
    if (path === undefined) throw new ConnectionUnknown();
    const body: z.input<typeof addConnectionRequest> = {
      id,
      name,
      enabled,
      issuer,
      clientId,
      clientSecret,
      secondFactor,
      secondFactorConfirmed: unlessConfirmed(isFactorConfirmed),
    };
    const call = { method: 'POST', path: `${path}/connections`, body } as const;
    const answer = await this.api.call<Answer>(call, {
      200: configured(id),
      404: unknown,
      409: refused,
    });
    if (answer === 'refused') throw new TooManyConnections();
    return known(answer);
  }

  override async change(
    orgId: string,
    id: string,
    { isFactorConfirmed, name, enabled, clientSecret, secondFactor, revision }: ConnectionRevision,
  ): Promise<ConfiguredConnection> {
    const body: z.input<typeof changeConnectionRequest> = {
      name,
      enabled,
      clientSecret,
      secondFactor,
      revision,
      secondFactorConfirmed: unlessConfirmed(isFactorConfirmed),
    };
    const path = connectionPath(orgId, id);
    if (path === undefined) throw new ConnectionUnknown();
    const call = { method: 'PATCH', path, body } as const;
    return known(await this.api.call<Answer>(call, { 200: configured(id), 404: unknown, 409: refused }));
  }

  override async remove(orgId: string, id: string): Promise<void> {
    const path = connectionPath(orgId, id);
    if (path === undefined) return;
    const call = { method: 'DELETE', path } as const;
    const answer = await this.api.call<'refused' | undefined>(call, { 204: nothing, 409: refused });
    if (answer === 'refused') throw new NoAdminLeft();
  }

  override async test(orgId: string, id: string): Promise<ConnectionProblem | undefined> {
    const path = connectionPath(orgId, id);
    if (path === undefined) throw new ConnectionUnknown();
    const call = { method: 'POST', path: `${path}/test` } as const;
    const answer = await this.tests.call<ConnectionProblem | 'unknown' | undefined>(call, {
      200: tested,
      404: unknown,
    });
    if (answer === 'unknown') throw new ConnectionUnknown();
    return answer;
  }

  override async confirmedFactors(): Promise<readonly ConfirmedFactor[]> {
    const call = { method: 'GET', path: '/confirmed-factors' } as const;
    return this.api.call<readonly ConfirmedFactor[]>(call, { 200: confirmedFactors, 404: noFactors });
  }

  override async forgetConfirmedFactor(factorId: string): Promise<void> {
    const path = `/confirmed-factors/${encodeURIComponent(factorId)}`;
    await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }
}

/** A connection with this id: a response about another one must not be accepted. */
function configured(id: string): z.ZodType<ConfiguredConnection> {
  return connection.extend({ id: z.literal(id) }).transform(configurationOf);
}

/** Left out by default: an earlier release of the provider refuses the member. */
function unlessConfirmed(isFactorConfirmed: boolean | undefined): false | undefined {
  return isFactorConfirmed === false ? false : undefined;
}

/** The provider's second factor is a part of its `upstream`. */
function configurationOf({ upstream: provider, ...rest }: z.output<typeof connection>): ConfiguredConnection {
  if (provider === undefined) return { ...rest, upstream: undefined };
  const { secondFactor: factor, factorConfirmedAt, ...shown } = provider;
  return { ...rest, upstream: shown, secondFactor: factor, factorConfirmedAt };
}

function known(answer: Answer): ConfiguredConnection {
  if (answer === 'unknown') throw new ConnectionUnknown();
  if (answer === 'refused') throw new NoAdminLeft();
  return answer;
}

/** Undefined when the provider cannot have such a connection: connection ids have the same format as organization ids. */
function connectionPath(orgId: string, id: string): string | undefined {
  const organization = organizationPath(orgId);
  if (organization === undefined || organizationPath(id) === undefined) return undefined;
  return `${organization}/connections/${encodeURIComponent(id)}`;
}
