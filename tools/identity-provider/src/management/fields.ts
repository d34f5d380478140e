import { type AcceptedKey, KeyRefused, looksLikeSecret, publicKeyOf, roles } from '@governance/iam';
import { z } from 'zod';
import { apiScopes } from '../oauth/api-resource';

/** Chosen by the caller, and opaque to us. */
export const id = z.string().regex(/^[\w.:|-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 _ . : | -');

export const label = z
  .string()
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be text without control characters')
  .refine((text) => text.trim() !== '' && text.length <= 200, 'must have 1 to 200 characters');

export const email = z.email('must be an address').max(254);

export const role = z.enum(roles);

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
