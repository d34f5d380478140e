import * as z from 'zod';

/** Keycloak's own 404 about a client; the one about a realm has another text, and a proxy's another body. */
export const noClient = z.object({ error: z.literal('Could not find client') }).transform(() => false);

/** The client id of a new client exists, or its internal id. */
export const conflict = z
  .union([z.object({ errorMessage: z.string() }), z.object({ error: z.literal('conflict') })])
  .transform(() => false);

export const done = z.undefined().transform(() => true);
