import { canonicalAddress } from '@governance/deliveries';
import { type AcceptedKey, KeyRefused, looksLikeSecret, publicKeyOf, roles } from '@governance/iam';
import { z } from 'zod';
import { apiScopes } from '../oauth/api-resource';
import { isRedirectUri } from '../oauth/redirect-uri';
import { isIssuer } from '../connections/upstream-address';
import { fromBase32 } from '../second-factor/base32';
import { totpSecretLength } from '../second-factor/totp';

/** Chosen by the caller, and opaque to us. */
export const id = z.string().regex(/^[\w.:|-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 _ . : | -');

export const label = z
  .string()
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be text without control characters')
  .refine((text) => text.trim() !== '' && text.length <= 200, 'must have 1 to 200 characters');

/** One plain address that mail goes to, in its canonical form. */
export const email = z.string().transform((text, context): string => {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  context.addIssue('must be an address');
  return z.NEVER;
});

/** 256 bits. */
export const invitationToken = z
  .string()
  .regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'must be 32 bytes in base64url');

/** NIST SP 800-63B-4, 3.1.1.2: 15 characters where a password may be the only factor; no rules of composition. */
export const password = z
  .string()
  .refine(
    (text) => text.isWellFormed() && text.length >= 15 && text.length <= 256,
    'must have 15 to 256 characters',
  );

/** As somebody types it. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be text without control characters');

/** Base32, as authenticator apps take it. */
export const totpSecret = z.string().transform((text, context): Buffer => {
  const secret = fromBase32(text);
  if (secret?.length === totpSecretLength) return secret;
  context.addIssue(`must be ${totpSecretLength} bytes in base32, without padding`);
  return z.NEVER;
});

export const role = z.enum(roles);

/** Of an application of others: begins with `app_`, so that it is never one of ours, nor a machine. */
export const applicationId = z
  .string()
  .regex(/^app_[\w-]{1,60}$/, 'must be app_ and 1 to 60 of A-Z a-z 0-9 _ -');

export const redirectUri = z
  .string()
  .max(500)
  .refine(isRedirectUri, 'must be an https URL in plain form, or an http one of this machine');

/** OpenID Connect Discovery 1.0, 3: compared as text with what the provider calls itself; no query, no fragment. */
export const upstreamIssuer = z
  .string()
  .max(500)
  .refine((text) => isIssuer(text), 'must be an https URL without a query, or an http one of this machine');

/** What a provider calls us and what it knows us by. */
export const upstreamText = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be 1 to 500 printable characters');

/** Seconds; 0: a second factor never has to be recent (spec 5.3.3). */
export const mfaMaxAge = z.int().min(0).max(2_147_483_647);

export const permission = z.string().regex(/^[a-z0-9:-]{1,64}$/, 'must be 1 to 64 of a-z 0-9 : -');

export const permissions = z.array(permission).max(100);

export const scope = z.array(z.enum(apiScopes)).min(1);

export const secret = z.string().refine(looksLikeSecret, 'must be a secret that formatSecret has made');

/** One PEM block. */
export const publicKey = z.string().transform((pem, context): AcceptedKey => {
  try {
    return publicKeyOf(pem);
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    context.addIssue(error.problem);
    return z.NEVER;
  }
});

export const timestamp = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Of the caller's change: kept in the same step, so that whoever reads it knows whether the change has happened. */
export const revision = id;

export const uuid = z.uuid().transform((text) => text.toLowerCase());
