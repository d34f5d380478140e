import { readFileSync } from 'node:fs';
import { seedPlan } from '../seed/seed-plan';
import { type StackSecrets } from '../stack-secrets';

/** Our client of an enterprise connection, as registered at the organization's provider. */
export interface UpstreamClient {
  /** The id of the connection. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the connection. */
  readonly name: string;
  readonly redirectUri: string;
}

/** Configuration of the organizations' OpenID provider, written by the stack and read by its program. */
export interface UpstreamPlan {
  readonly issuer: string;
  readonly clients: readonly UpstreamClient[];
}

export interface UpstreamPlace {
  readonly issuer: string;
  /** The identity provider, to which users return. */
  readonly identityUrl: string;
  readonly secrets: StackSecrets;
}

/** One provider for the enterprise connections of all organizations. */
export function upstreamPlan({ issuer, identityUrl, secrets }: UpstreamPlace): UpstreamPlan {
  const connections = seedPlan.flatMap((organization) => organization.connections);
  return {
    issuer,
    clients: connections
      .filter(({ type }) => type === 'enterprise')
      .map(({ id, name }) => ({
        clientId: id,
        clientSecret: secrets.ofConnection(id),
        name,
        redirectUri: `${identityUrl}/connections/${id}/callback`,
      })),
  };
}

/** Reads the plan written by the stack. */
export function readUpstreamPlan(file: string): UpstreamPlan {
  return JSON.parse(readFileSync(file, 'utf8')) as UpstreamPlan;
}
