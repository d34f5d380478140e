import * as z from 'zod';

/** Bytes in base64url. The limits are far above what authenticators send. */
const bytes = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(Math.ceil((most * 4) / 3))
    .regex(/^[\w-]+$/);

/** WebAuthn 2, 4: a credential id has at most 1023 bytes. */
const credential = { id: bytes(1023), rawId: bytes(1023), type: z.literal('public-key') };
const clientDataJSON = bytes(1024);

const transports = z
  .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
  .max(10)
  .catch([]);

const creation = z.object({
  ...credential,
  response: z.object({ clientDataJSON, attestationObject: bytes(4096), transports }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(2048),
    signature: bytes(1024),
    // Absent from authenticators that store no user.
    userHandle: bytes(64).optional(),
  }),
});

const clientData = z.object({
  challenge: z.string().min(1).max(128),
  crossOrigin: z.boolean().optional(),
});

/** The messages of a browser (RegistrationResponseJSON, AuthenticationResponseJSON). Other members are dropped. */
export type PasskeyCreation = z.output<typeof creation>;
export type PasskeyAssertion = z.output<typeof assertion>;

/** Undefined when the field of the form holds no such message. */
export function creationIn(field: unknown): PasskeyCreation | undefined {
  return read(creation, field);
}

export function assertionIn(field: unknown): PasskeyAssertion | undefined {
  return read(assertion, field);
}

/** The challenge that a message answers. Undefined for one of a page that is embedded in another site's page. */
export function challengeIn({ response }: PasskeyCreation | PasskeyAssertion): string | undefined {
  const data = read(clientData, Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
  return data?.crossOrigin === true ? undefined : data?.challenge;
}

function read<Shape extends z.ZodType>(shape: Shape, field: unknown): z.output<Shape> | undefined {
  if (typeof field !== 'string') return undefined;
  try {
    return shape.safeParse(JSON.parse(field)).data;
  } catch {
    return undefined;
  }
}
