import { contract } from '@governance/identity-provider-client';
import * as z from 'zod';
import { isPassword, longestPassword, shortestPassword } from '../people/password-length';
import { fromBase32 } from '../second-factor/base32';
import { totpSecretLength } from '../second-factor/totp';

/** The whole account. Its address is unique among accounts with a password. */
export const putUserRequest = z.strictObject({
  email: contract.email,
  emailVerified: contract.withDefault(contract.flag, false),
  name: contract.label,
});

/** Any spelling of the same mailbox. */
export const findUserQuery = z.strictObject({ email: contract.email });

export const userResponse = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  /** The connection that asserts the account; absent for an account with a password. */
  connectionId: z.string().optional(),
  createdAt: contract.moment,
});

/** Empty or one account: an address belongs to one account. */
export const userListResponse = z.object({ users: z.array(userResponse).max(1).readonly() });

/** NIST SP 800-63B-4, 3.1.1.2. Passwords that are easy to guess are refused later. */
export const putPasswordRequest = z.strictObject({
  password: contract.textThat(`must have ${shortestPassword} to ${longestPassword} characters`, isPassword, {
    minLength: shortestPassword,
    maxLength: longestPassword,
  }),
});

/** The secret of an authenticator app (RFC 6238), as apps expect it. */
export const putTotpRequest = z.strictObject({
  secret: contract.textThat(
    `must be ${totpSecretLength} bytes in base32, without padding`,
    (value) => fromBase32(value)?.length === totpSecretLength,
  ),
});
