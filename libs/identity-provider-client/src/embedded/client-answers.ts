import { type ProviderClient } from '@governance/iam';
import { z } from 'zod';

/** Ours are UUIDs; the provider takes more. */
const id = z.string().min(1).max(128);

export const clientId = z.uuid();

/**
 * A client, with the values that were asked for or asked about: an answer about another client, or about another change,
 * must not be taken for this one's. Further members are left out.
 */
export function clientWith(asked: Partial<ProviderClient>): z.ZodType<ProviderClient> {
  const exactly = (value: string | undefined, otherwise: z.ZodType<string>): z.ZodType<string> =>
    value === undefined ? otherwise : z.literal(value);
  return z.object({
    clientId: exactly(asked.clientId, clientId),
    tag: exactly(asked.tag, id),
    revision: exactly(asked.revision, id),
  });
}

/** The provider's own word that there is none: a proxy's 404 is no such thing. */
export const notFound = z.object({ error: z.literal('not_found') }).transform(() => undefined);

/** Of a deletion. */
export const nothing = z.undefined();

export const clientPage = z.object({ clients: z.array(clientWith({})), next: id.optional() });
