import { connectionProblems, longestFactorValue, mostFactorValues } from '@governance/iam';
import * as z from 'zod';
import {
  flag,
  id,
  issuer,
  label,
  moment,
  optional,
  secondFactor,
  someId,
  textLike,
  uuid,
  withDefault,
} from './members';

/** `database`: password. `enterprise`: the organization's OpenID provider. */
export const connectionTypes = ['database', 'enterprise'] as const;

/** Our client id or client secret at a provider. */
const credential = textLike('must have 1 to 500 printable characters', /^[\x21-\x7e]{1,500}$/);

/** The organization's OpenID provider, and our client there. The secret is never returned. */
const upstream = {
  issuer,
  clientId: credential,
  clientSecret: credential,
  /** One of these values in the provider's ID token counts as a second factor. */
  secondFactor: optional(secondFactor),
};

/** The whole connection. */
export const putConnectionRequest = z.strictObject({
  name: label,
  type: z.enum(connectionTypes, `must be one of ${connectionTypes.join(', ')}`),
  enabled: withDefault(flag, true),
  /** Only for an `enterprise` connection, which cannot be used without it. */
  upstream: optional(z.strictObject(upstream, 'must be an object')),
});

/** Whether the second factor was set with one of another origin. `false`: it does not count. Absent: it does. */
const secondFactorConfirmed = optional(flag);

export const addConnectionRequest = z.strictObject({
  ...upstream,
  /** Chosen by the caller. A repeated request changes nothing. */
  id,
  name: label,
  enabled: withDefault(flag, true),
  secondFactorConfirmed,
});

/** Absent members stay. */
export const changeConnectionRequest = z.strictObject({
  name: optional(label),
  enabled: optional(flag),
  clientSecret: optional(credential),
  /** `null`: nothing counts as a second factor. */
  secondFactor: secondFactor.nullish(),
  secondFactorConfirmed,
  /** Chosen by the caller. Stored with the change, so that the caller sees whether it happened. */
  revision: optional(uuid),
});

const factorValues = z.array(z.string().max(longestFactorValue)).max(mostFactorValues).readonly();

/** Without our client secret. */
const upstreamResponse = z.object({
  issuer: z.string().max(500),
  clientId: z.string().max(500),
  /** To register there. */
  redirectUri: z.url({ protocol: /^https?$/ }),
  secondFactor: z.object({ acrValues: factorValues, amrValues: factorValues }).optional(),
  /** Since when the second factor counts. Absent: it does not. */
  factorConfirmedAt: moment.optional(),
});

/** A sign-in method of one organization. */
export const connectionResponse = z.object({
  id: someId,
  name: z.string().max(200),
  type: z.string().min(1).max(64),
  enabled: z.boolean(),
  upstream: upstreamResponse.optional(),
  /** Of the last change that had one. */
  revision: z.string().optional(),
  createdAt: moment,
});

/** Sorted by id. */
export const connectionListResponse = z.object({ connections: z.array(connectionResponse).readonly() });

/** What the provider of a connection lacks for sign-ins. `null`: nothing. */
export const connectionTestResponse = z.object({ problem: z.enum(connectionProblems).nullable() });

/** The second factor of a connection, which an upgrade has counted as confirmed. */
const confirmedFactor = z.object({ id: z.uuid(), orgId: someId, connectionId: someId, confirmedAt: moment });

/** At most 100. */
export const confirmedFactorListResponse = z.object({
  confirmedFactors: z.array(confirmedFactor).readonly(),
});
