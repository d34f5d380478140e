import {
  type ConfiguredConnection,
  type ConfirmedFactor,
  type Connection,
  ConnectionDirectory,
  type ConnectionProblem,
  connectionProblems,
  type ConnectionRevision,
  ConnectionUnknown,
  longestFactorValue,
  mostFactorValues,
  type NewConnection,
  NoAdminLeft,
  TooManyConnections,
} from '@governance/iam';
import { z } from 'zod';
import { conflict, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const id = z.string().min(1).max(128);
const connection = z.object({
  id,
  name: z.string().max(200),
  type: z.string().min(1).max(64),
  enabled: z.boolean(),
  // A provider of the previous release has none.
  revision: z.string().optional(),
});
const factorValues = z.array(z.string().max(longestFactorValue)).max(mostFactorValues);
const secondFactor = z.object({ acrValues: factorValues, amrValues: factorValues });
const moment = z.iso.datetime().transform((text) => new Date(text));
const upstream = z.object({
  issuer: z.string().max(500),
  clientId: z.string().max(500),
  redirectUri: z.url({ protocol: /^https?$/ }),
  secondFactor: secondFactor.optional(),
  factorConfirmedAt: moment.optional(),
});
const confirmedFactor = z.object({ id: z.uuid(), orgId: id, connectionId: id, confirmedAt: moment });
const confirmedFactors = z
  .object({ confirmedFactors: z.array(confirmedFactor) })
  .transform((answer): readonly ConfirmedFactor[] => answer.confirmedFactors);
/** An earlier release of the provider confirms none. */
const noFactors = notFound.transform((): readonly ConfirmedFactor[] => []);
const listed = connection.extend({ upstream: upstream.optional() }).transform(configurationOf);
const connections = z.object({ connections: z.array(listed) });
const tested = z
  .object({ problem: z.enum(connectionProblems).nullable() })
  .transform(({ problem }) => problem ?? undefined);
const unknown = notFound.transform(() => 'unknown' as const);
const refused = conflict.transform(() => 'refused' as const);

/** A provider fetches two documents, each within 5 seconds. */
const testTimeoutMs = 15_000;

type ManagedConnection = z.output<typeof connection> & {
  readonly upstream?: z.output<typeof upstream> | undefined;
};
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
    {
      id,
      name,
      enabled,
      issuer,
      clientId,
      clientSecret,
      secondFactor: factor,
      isFactorConfirmed,
    }: NewConnection,
  ): Promise<ConfiguredConnection> {
    const path = organizationPath(orgId);
    if (path === undefined) throw new ConnectionUnknown();
    const body = {
      id,
      name,
      enabled,
      issuer,
      clientId,
      clientSecret,
      ...(factor && { secondFactor: factor }),
      ...unlessConfirmed(isFactorConfirmed),
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
    { name, enabled, clientSecret, secondFactor: factor, isFactorConfirmed, revision }: ConnectionRevision,
  ): Promise<ConfiguredConnection> {
    const body = {
      ...(revision !== undefined && { revision }),
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled }),
      ...(clientSecret !== undefined && { clientSecret }),
      ...(factor !== undefined && { secondFactor: factor }),
      ...unlessConfirmed(isFactorConfirmed),
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
  return connection.extend({ id: z.literal(id), upstream: upstream.optional() }).transform(configurationOf);
}

/** Left out by default: an earlier release of the provider refuses the member. */
function unlessConfirmed(isFactorConfirmed: boolean | undefined): { readonly secondFactorConfirmed?: false } {
  return isFactorConfirmed === false ? { secondFactorConfirmed: false } : {};
}

/** The provider's second factor is a part of its `upstream`. */
function configurationOf({ upstream: provider, ...rest }: ManagedConnection): ConfiguredConnection {
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
