import { canonicalAddress, canonicalDomain } from '@governance/deliveries';
import {
  canonicalNetwork,
  isFactorValue,
  isIssuer,
  longestFactorValue,
  looksLikeSecret,
  mostFactorValues,
  mostNetworks,
  parseRfc3339,
  roles,
} from '@governance/iam';
import { canonicalName, nameProblem } from '@governance/kernel';
import { type ApiPropertyOptions } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import { apiScopes } from '../oauth/api-resource';
import { peopleScopes } from '../oauth/people-scopes';
import { isRedirectUri } from '../oauth/redirect-uri';
import { isPassword, longestPassword, shortestPassword } from '../people/password-length';
import { fromBase32 } from '../second-factor/base32';
import { totpSecretLength } from '../second-factor/totp';
import { connectionTypes } from './connections.store';

/** The rule for a member or parameter of a request. Validation and documentation both use it. */
export interface MemberRule {
  readonly schema: ApiPropertyOptions;
  /** Follows the name of the member: `must be …`. It contains no value. */
  readonly must: string;
  readonly holds: (value: unknown) => boolean;
  /** The one form of the value, which is checked and stored. */
  readonly canonical?: (value: string) => string;
}

type TextSchema = Readonly<Record<string, unknown>>;

function text(must: string, holds: (value: string) => boolean, schema: TextSchema = {}): MemberRule {
  return {
    must,
    holds: (value) => typeof value === 'string' && holds(value),
    schema: { type: 'string', ...schema },
  };
}

function textLike(must: string, pattern: RegExp, schema: TextSchema = {}): MemberRule {
  return text(must, (value) => pattern.test(value), { pattern: pattern.source, ...schema });
}

function oneOf(values: readonly string[]): MemberRule {
  return text(`must be one of ${values.join(', ')}`, (value) => values.includes(value), {
    enum: [...values],
  });
}

function listOf(
  items: MemberRule,
  { must, least, most }: { readonly must: string; readonly least: number; readonly most: number },
): MemberRule {
  return {
    must,
    holds: (value) =>
      Array.isArray(value) && value.length >= least && value.length <= most && value.every(items.holds),
    schema: {
      type: 'array',
      items: items.schema,
      minItems: least,
      maxItems: most,
    } as ApiPropertyOptions,
  };
}

/** Chosen by the caller and opaque to the provider. */
export const id = textLike('must have 1 to 128 characters of A-Z a-z 0-9 _ . : | -', /^[\w.:|-]{1,128}$/);

const longestLabel = 200;

export const label: MemberRule = {
  ...text(
    `must have 1 to ${longestLabel} characters, and no control, text-direction or other invisible ones`,
    (value) => nameProblem(value, longestLabel) === undefined,
    { minLength: 1, maxLength: longestLabel },
  ),
  canonical: canonicalName,
};

export const email = text('must be an email', (value) => canonicalAddress(value) !== undefined, {
  format: 'email',
});

export const domainName = text(
  'must be a domain in canonical form',
  (value) => canonicalDomain(value) === value,
  { format: 'hostname', maxLength: 253 },
);

/** 256 bits. */
export const invitationToken = textLike('must be 32 bytes in base64url', /^[\w-]{42}[AEIMQUYcgkosw048]$/);

/** NIST SP 800-63B-4, 3.1.1.2 */
export const password = text(`must have ${shortestPassword} to ${longestPassword} characters`, isPassword, {
  minLength: shortestPassword,
  maxLength: longestPassword,
});

/** Base32, as authenticator apps expect it. */
export const totpSecret = text(
  `must be ${totpSecretLength} bytes in base32, without padding`,
  (value) => fromBase32(value)?.length === totpSecretLength,
);

export const role = oneOf(roles);

/** The id of a third-party application. The prefix `app_` separates it from our own applications and from machines. */
export const applicationId = textLike(
  'must be app_ followed by 1 to 60 characters of A-Z a-z 0-9 _ -',
  /^app_[\w-]{1,60}$/,
);

const redirectUri = text(
  'must be an https URL in plain form, or an http one of this machine',
  (value) => value.length <= 500 && isRedirectUri(value),
  { format: 'uri', maxLength: 500 },
);

export const redirectUris = listOf(redirectUri, {
  must: 'must have 1 to 20 https URLs in plain form, or http ones of this machine',
  least: 1,
  most: 20,
});

/** OpenID Connect Discovery 1.0, 3: compared as text with the provider's own issuer value; no query, no fragment. */
export const upstreamIssuer = text(
  'must be an https URL without a query, or an http one of this machine',
  (value) => value.length <= 500 && isIssuer(value),
  { format: 'uri', maxLength: 500 },
);

/** Our client id or client secret at a provider. */
export const upstreamText = textLike('must have 1 to 500 printable characters', /^[\x21-\x7e]{1,500}$/);

/** Seconds; 0: a second factor need not be recent (spec 5.3.3). */
export const mfaMaxAge: MemberRule = {
  must: 'must be an integer from 0 to 2147483647',
  holds: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2_147_483_647,
  schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
};

export const flag: MemberRule = {
  must: 'must be true or false',
  holds: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};

const permission = textLike('must have 1 to 64 characters of a-z 0-9 : -', /^[a-z0-9:-]{1,64}$/);

export const permissions = listOf(permission, {
  must: 'must have at most 100 names, each of 1 to 64 characters of a-z 0-9 : -',
  least: 0,
  most: 100,
});

const network = text('must be a canonical CIDR block', (value) => canonicalNetwork(value) === value);

export const networks = listOf(network, {
  must: `must have 1 to ${mostNetworks} CIDR blocks in canonical form`,
  least: 1,
  most: mostNetworks,
});

export const machineScope = listOf(oneOf(apiScopes), {
  must: `must have at least one of ${apiScopes.join(', ')}, and nothing else`,
  least: 1,
  most: 100,
});

export const applicationScope = listOf(oneOf(peopleScopes), {
  must: `must have at least one of ${peopleScopes.join(', ')}, and nothing else`,
  least: 1,
  most: 100,
});

export const secret = text('must be a secret made by formatSecret', looksLikeSecret);

export const publicKey = text('must be a string', () => true);

export const timestamp = text('must be an RFC 3339 timestamp', (value) => parseRfc3339(value) !== undefined, {
  format: 'date-time',
});

export const connectionType = oneOf(connectionTypes);

export const uuid = text('must be a UUID', (value) => isUUID(value), { format: 'uuid' });

export const invitationIds = listOf(uuid, {
  must: 'must have 1 to 200 UUIDs',
  least: 1,
  most: 200,
});

function pageSizeUpTo(most: number): MemberRule {
  return text(
    `must be an integer from 1 to ${most}`,
    (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= most,
    { type: 'integer', minimum: 1, maximum: most },
  );
}

export const pageSize = pageSizeUpTo(200);

/** A page of 200 for a client, and one more entry, which shows that another page follows. */
export const membershipPageSize = pageSizeUpTo(201);

/** The time and the user of a membership: the next page starts after it. */
export const membershipPosition = text(
  'must be a time and a user, such as 2026-11-20T12:00:00.000Z,user_1',
  (value) => {
    const [time = '', userId = '', ...more] = value.split(',');
    return parseRfc3339(time) !== undefined && id.holds(userId) && more.length === 0;
  },
);

export const object: MemberRule = {
  must: 'must be an object',
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  schema: {},
};

const factorValues = listOf(
  text('must be printable', isFactorValue, { minLength: 1, maxLength: longestFactorValue }),
  { must: 'must be a list', least: 0, most: mostFactorValues },
);

/** What a provider must assert for a second factor; at least one list has a value. */
export const secondFactor: MemberRule = {
  must: `must be acrValues and amrValues, each at most ${mostFactorValues} texts of 1 to ${longestFactorValue} printable characters, and not both empty`,
  holds: (value) => {
    if (!object.holds(value)) return false;
    const { acrValues, amrValues, ...others } = value as Readonly<Record<string, unknown>>;
    const lists = [acrValues, amrValues];
    return lists.every(factorValues.holds) && lists.flat().length > 0 && Object.keys(others).length === 0;
  },
  schema: {
    type: 'object',
    properties: { acrValues: factorValues.schema, amrValues: factorValues.schema },
    required: ['acrValues', 'amrValues'],
    additionalProperties: false,
  },
};
