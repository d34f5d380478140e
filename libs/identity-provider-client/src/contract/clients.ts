import {
  apiScopes,
  canonicalNetwork,
  KeyRefused,
  looksLikeSecret,
  mostNetworks,
  publicKeyOf,
} from '@governance/iam';
import * as z from 'zod';
import {
  id,
  label,
  listOf,
  moment,
  optional,
  pageSizeUpTo,
  someId,
  textThat,
  timestamp,
  withDefault,
} from './members';

const largestPage = 200;

export const permissions = listOf((must) => z.string(must).regex(/^[a-z0-9:-]{1,64}$/, must), {
  must: 'must have at most 100 names, each of 1 to 64 characters of a-z 0-9 : -',
  least: 0,
  most: 100,
});

export const networks = listOf((must) => textThat(must, (value) => canonicalNetwork(value) === value), {
  must: `must have 1 to ${mostNetworks} CIDR blocks in canonical form`,
  least: 1,
  most: mostNetworks,
});

const scope = listOf((must) => z.enum(apiScopes, must), {
  must: `must have at least one of ${apiScopes.join(', ')}, and nothing else`,
  least: 1,
  most: 100,
});

/** Made by the caller with `formatSecret`. Only a hash of it is stored. */
const secret = textThat('must be a secret made by formatSecret', looksLikeSecret);

/** One PEM block: a public key or a certificate. The message contains no part of the key. */
const publicKey = z.string('must be a string').transform((pem, context) => {
  try {
    return publicKeyOf(pem);
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    context.addIssue(error.problem);
    return z.NEVER;
  }
});

/** An id of the change, chosen by the caller and stored with it: it shows whether the change was made. */
const revision = id;
const method = 'must be one of secret, key';

/** What authenticates the client does not expire if `expiresAt` is absent. */
const authentication = z.discriminatedUnion(
  'method',
  [
    z.strictObject({ method: z.literal('secret'), secret, expiresAt: optional(timestamp) }),
    z.strictObject({ method: z.literal('key'), publicKey, expiresAt: optional(timestamp) }),
  ],
  {
    error: ({ code }: { readonly code?: string }) =>
      code === 'invalid_union' ? method : 'must be an object',
  },
);

/** The whole client. */
export const putClientRequest = z.strictObject({
  revision,
  orgId: id,
  name: label,
  /** In its tokens, limited to those that a token's scope covers. */
  permissions,
  scope: withDefault(scope, apiScopes),
  /** The networks from which the client gets tokens. Absent: everywhere. */
  allowedNetworks: optional(networks),
  authentication,
});

export const renameClientRequest = z.strictObject({ revision, name: label });

/** The replaced secret or key works until `overlapUntil`, or it or its successor expires. Absent: it ends at once. */
const replacement = { revision, expiresAt: optional(timestamp), overlapUntil: optional(timestamp) };

export const putClientSecretRequest = z.strictObject({ ...replacement, secret });

export const putClientKeyRequest = z.strictObject({ ...replacement, publicKey });

export const endClientOverlapRequest = z.strictObject({ revision });

export const listClientsQuery = z.strictObject({
  orgId: optional(id),
  /** `next` of the previous page. */
  after: optional(id),
  limit: withDefault(pageSizeUpTo(largestPage), largestPage),
});

/** A machine client, without its secret. */
export const clientResponse = z.object({
  /** The id with which the client authenticates. */
  clientId: z.uuid(),
  /** Chosen by the caller. */
  tag: someId,
  /** Of the last change. */
  revision: someId,
  orgId: z.string(),
  name: z.string(),
  permissions: z.array(z.string()).readonly(),
  scope: z.array(z.string()).readonly(),
  /** `null`: everywhere. */
  allowedNetworks: z.array(z.string()).readonly().nullable(),
  method: z.enum(['secret', 'key']),
  /** RFC 7638. `null` if the client has a secret. */
  keyThumbprint: z.string().nullable(),
  keyExpiresAt: moment.nullable(),
  secretExpiresAt: moment.nullable(),
  /** When the previous secret or key expires. `null` if the last replacement had no overlap. */
  previousExpiresAt: moment.nullable(),
  createdAt: moment,
  /** When the secret or key was last set. */
  rotatedAt: moment,
});

/** Sorted by tag. */
export const clientPageResponse = z.object({
  clients: z.array(clientResponse).readonly(),
  /** The `after` for the next page; absent on the last page. */
  next: someId.optional(),
});
