import { readFileSync } from 'node:fs';
import { seedPlan } from '../seed/seed-plan';
import { type StackSecrets } from '../stack-secrets';

/** Our side of an enterprise connection, as the provider of the organization knows it. */
export interface UpstreamClient {
  /** The id of the connection. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the connection. */
  readonly name: string;
  readonly redirectUri: string;
}

/** Somebody who signs in there, whose address it vouches for. */
export interface UpstreamPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** An OpenID provider of organizations: what the stack has planned, and what the program is told. */
export interface UpstreamPlan {
  readonly issuer: string;
  readonly clients: readonly UpstreamClient[];
  readonly people: readonly UpstreamPerson[];
}

export interface UpstreamPlace {
  readonly issuer: string;
  /** Of the identity provider, to which people come back. */
  readonly identityUrl: string;
  readonly secrets: StackSecrets;
}

/** One provider for the enterprise connections of all organizations, where everybody of the seed can sign in. */
export function upstreamPlan({ issuer, identityUrl, secrets }: UpstreamPlace): UpstreamPlan {
  const connections = seedPlan.flatMap((organization) => organization.connections);
  const people = seedPlan.flatMap((organization) => [...organization.people, organization.newcomer]);
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
    people: people.map(({ id, email, name }) => ({
      id,
      email,
      name,
      password: secrets.ofPerson(email).password,
    })),
  };
}

/** As the stack has written it. */
export function readUpstreamPlan(file: string): UpstreamPlan {
  return JSON.parse(readFileSync(file, 'utf8')) as UpstreamPlan;
}
