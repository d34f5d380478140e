import * as z from 'zod';
import { label, moment, optional, withDefault } from './members';

const rule = 'must be an integer from 0 to 2147483647';

/** Seconds for which a second factor stays fresh; 0: it need not be recent (spec 5.3.3). */
const mfaMaxAge = z.int(rule).min(0, rule).max(2_147_483_647, rule);

/** The whole organization. */
export const putOrganizationRequest = z.strictObject({ name: label, mfaMaxAge: withDefault(mfaMaxAge, 0) });

/** The members to change. */
export const changeOrganizationRequest = z.strictObject({
  name: optional(label),
  mfaMaxAge: optional(mfaMaxAge),
});

export const organizationResponse = z.object({
  id: z.string(),
  name: z.string().min(1).max(200),
  mfaMaxAge: z.int().min(0),
  createdAt: moment,
});

/** Sorted by id. */
export const organizationListResponse = z.object({ organizations: z.array(organizationResponse).readonly() });

/** `issuer`: the `iss` of every token, exactly. */
export const providerResponse = z.object({ issuer: z.string().min(1).max(2_000) });
