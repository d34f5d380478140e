import * as z from 'zod';
import { pendingUpstream } from '../connections/pending-upstream';

const invited = z.object({
  /** The chosen connection. */
  wayId: z.string().optional(),
  /** The name of a new user. */
  name: z.string().optional(),
  passwordHash: z.string().optional(),
  identity: z.object({ connectionId: z.string(), issuer: z.string(), subject: z.string() }).optional(),
  accepted: z.boolean().optional(),
});

/** The state of one sign-in, stored in the library's sealed record of it. Times in seconds. */
const progress = z.object({
  /** The user authenticated by password or by a connection. Absent for a new invitee. */
  userId: z.string().optional(),
  shownAt: z.number().optional(),
  /** The provider of the connection was asked for a new sign-in, and has shown it. */
  isRenewed: z.boolean().optional(),
  /** The connection; absent for a password. */
  connectionId: z.string().optional(),
  /** The user is at the provider of a connection. */
  upstream: pendingUpstream.optional(),
  /** The user wants to sign in with a connection of this organization. */
  wayInto: z.string().optional(),
  /** The address for which the user looks for a sign-in method. */
  address: z.string().optional(),
  /** When the second factor was verified in this sign-in. */
  factorAt: z.number().optional(),
  /** What it proves beside `mfa` (RFC 8176). */
  factorMethods: z.array(z.string()).optional(),
  /** The provider of the connection has shown a second factor, at an unknown time before this sign-in. */
  isFactorUndated: z.boolean().optional(),
  /** A provider has shown no second factor: the next request there asks for a new sign-in. */
  isFactorRefused: z.boolean().optional(),
  /** The secret of the app that is being set up, in base32. */
  newSecret: z.string().optional(),
  /** Present until the user confirms that they are saved. */
  newRecoveryCodes: z.array(z.string()).optional(),
  orgId: z.string().optional(),
  consented: z.boolean().optional(),
  /** The user has just set up the first second factor, and signs in again: it counts from then on. */
  isFactorNew: z.boolean().optional(),
  /** A different user wants to sign in instead of the signed-in one. */
  anotherPerson: z.boolean().optional(),
  /** Present while an invitation is being accepted. */
  invited: invited.optional(),
});

export type Progress = Readonly<z.output<typeof progress>>;

/** Reads the progress from the library's record; empty when there is none. */
export function progressOf(result: Readonly<Record<string, unknown>> | undefined): Progress {
  return progress.parse(result?.progress ?? {});
}
