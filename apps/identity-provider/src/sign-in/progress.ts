import { z } from 'zod';
import { pendingUpstream } from '../connections/upstreams';

/** What an invited person has done so far. */
const invited = z.object({
  /** The connection of choice. */
  wayId: z.string().optional(),
  /** Of a new person. */
  name: z.string().optional(),
  passwordHash: z.string().optional(),
  identity: z.object({ connectionId: z.string(), issuer: z.string(), subject: z.string() }).optional(),
  accepted: z.boolean().optional(),
});

/** How far somebody has come in one sign-in. Kept in the library's record of it, which is sealed. Times in seconds. */
const progress = z.object({
  /** Who has shown the password here, or has come by a connection. Of a new person who is invited there is none. */
  userId: z.string().optional(),
  shownAt: z.number().optional(),
  /** By which connection: none, when it was by password. */
  connectionId: z.string().optional(),
  /** Somebody is at the provider of a connection. */
  upstream: pendingUpstream.optional(),
  /** The person wants to come by a connection of this organization. */
  wayInto: z.string().optional(),
  /** When the second factor was shown here. */
  factorAt: z.number().optional(),
  /** Of the app that is being set up, in base32. */
  newSecret: z.string().optional(),
  /** Until the person has seen them. */
  newRecoveryCodes: z.array(z.string()).optional(),
  orgId: z.string().optional(),
  consented: z.boolean().optional(),
  /** Somebody is signed in, but somebody else wants to be. */
  anotherPerson: z.boolean().optional(),
  /** Of an invitation that is being accepted. */
  invited: invited.optional(),
});

export type Progress = Readonly<z.output<typeof progress>>;

/** From what the library has kept; the beginning when there is nothing. */
export function progressOf(result: Readonly<Record<string, unknown>> | undefined): Progress {
  return progress.parse(result?.progress ?? {});
}
