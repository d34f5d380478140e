import * as z from 'zod';

/** Keycloak's own 404 about a client; the one about a realm has another text, and a proxy's another body. */
export const noClient = z.object({ error: z.literal('Could not find client') }).transform(() => false);

/** The client id of a new client exists. */
export const conflict = z.object({ errorMessage: z.string() }).transform(() => false);

export const done = z.undefined().transform(() => true);
