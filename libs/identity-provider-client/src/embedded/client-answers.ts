import { type ProviderClient } from '@governance/iam';
import * as z from 'zod';
import { clientPageResponse, clientResponse } from '../contract';

/** What the platform reads of a client. */
const known = clientResponse.pick({ clientId: true, tag: true, revision: true });

/**
 * A client with the requested values: a response about another client or another change must not be accepted. Unknown
 * members are dropped.
 */
export function clientWith(expected: Partial<ProviderClient>): z.ZodType<ProviderClient> {
  const exactly = (value: string | undefined, otherwise: z.ZodType<string>): z.ZodType<string> =>
    value === undefined ? otherwise : z.literal(value);
  const { clientId, tag, revision } = known.shape;
  return z.object({
    clientId: exactly(expected.clientId, clientId),
    tag: exactly(expected.tag, tag),
    revision: exactly(expected.revision, revision),
  });
}

/** The provider's own 404; a proxy's 404 has another body. */
export const notFound = z.object({ error: z.literal('not_found') }).transform(() => undefined);

/** The provider's own 409; a proxy's 409 has another body. */
export const conflict = z.object({ error: z.literal('conflict') }).transform(() => undefined);

/** The response to a deletion. */
export const nothing = z.undefined();

export const clientPage = clientPageResponse.extend({ clients: z.array(known) });
