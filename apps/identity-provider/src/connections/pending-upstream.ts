import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** State stored while the user is at the provider. */
export const pendingUpstream = z.object({
  connectionId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** When a new sign-in was requested there, in seconds. */
  againAt: z.number().optional(),
  /** When a second factor was requested there, in seconds. Absent: nothing that the provider asserts counts. */
  factorAskedAt: z.number().optional(),
});

export type PendingUpstream = Readonly<z.output<typeof pendingUpstream>>;

/** Whether a response belongs to the pending request and arrived at the redirect URI of the same connection. */
export function isAnswerTo(
  { state, connectionId }: PendingUpstream,
  answer: { readonly state: unknown; readonly connectionId: string },
): boolean {
  if (typeof answer.state !== 'string' || answer.connectionId !== connectionId) return false;
  const [expected, received] = [Buffer.from(state), Buffer.from(answer.state)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/** The sign-in that a response claims to belong to. */
export function uidIn(state: unknown): string | undefined {
  return typeof state === 'string' ? /^([\w-]{10,64})\.[\w-]{20,100}$/.exec(state)?.[1] : undefined;
}
