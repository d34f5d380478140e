import * as z from 'zod';
import { type IssuerKeySet } from './issuer-key-set';
import { jwsTypes } from './jws-types';
import { modes, tiers } from './page-layouts';
import { NotGenuine } from './not-genuine';
import { verifiedPayload } from './verified-payload';

/** The facts of a genuine credential. */
export interface CheckedCredential extends z.infer<typeof facts> {
  readonly resultId: string;
  readonly issuedAt: Date;
  /** The URL of the issuer's profile. */
  readonly issuer: string;
  readonly keyId: string;
  readonly verificationUrl: string;
  readonly status: { readonly list: string; readonly index: number };
  /** A domain that the holder controlled at a time. */
  readonly domain?: { readonly name: string; readonly provenAt: string };
}

const subjectId = /^urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

const facts = z.strictObject({
  mode: z.enum(modes),
  overallScore: z.int().min(0).max(100),
  tier: z.enum(tiers),
  launchAllowed: z.boolean(),
  rubric: z.strictObject({ id: z.string(), version: z.string(), sha256: z.string() }),
});

/** The domain that the holder of a result has proven. */
export const provenDomain = z.strictObject({ name: z.string().min(1).max(253), provenAt: z.iso.datetime() });

const credential = z.object({
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  issuer: z.object({ id: z.url() }),
  validFrom: z.iso.datetime(),
  credentialSubject: z.object({
    id: z.string().regex(subjectId),
    selfAssessment: facts,
    controlledDomain: provenDomain.optional(),
  }),
  credentialStatus: z.object({
    type: z.literal('BitstringStatusListEntry'),
    statusListIndex: z.string().regex(/^\d{1,6}$/),
    statusListCredential: z.url(),
  }),
  iss: z.string(),
  jti: z.string(),
  sub: z.string(),
  nbf: z.int(),
});

/**
 * Checks a credential with the keys of the issuer: its signature, its shape and that its claims agree. The status list
 * shows whether it was withdrawn.
 * @throws NotGenuine
 */
export async function checkCredential(jws: string, keys: IssuerKeySet): Promise<CheckedCredential> {
  const { keyId, payload } = await verifiedPayload(jws, jwsTypes.credential, keys);
  const parsed = credential.safeParse(payload);
  if (!parsed.success) throw new NotGenuine('It is not the credential of a self-assessment');
  const { data } = parsed;
  const issuedAt = new Date(data.validFrom);
  const agreeing =
    data.iss === data.issuer.id &&
    data.jti === data.id &&
    data.sub === data.credentialSubject.id &&
    data.nbf * 1000 === issuedAt.getTime();
  if (!agreeing) throw new NotGenuine('Its claims contradict each other');
  // Each issuer publishes its keys below its own address: until November 2026 as fragments of the key set.
  const own = ['keys/', 'jwks.json#'].map((place) => data.iss.replace(/issuer\.json$/, place));
  if (!own.some((place) => keyId.startsWith(place)))
    throw new NotGenuine('It is signed by a key of another issuer');
  const { selfAssessment, controlledDomain } = data.credentialSubject;
  return {
    ...selfAssessment,
    ...(controlledDomain && { domain: controlledDomain }),
    resultId: subjectId.exec(data.sub)?.[1] ?? '',
    issuedAt,
    issuer: data.iss,
    keyId,
    verificationUrl: data.id,
    status: {
      list: data.credentialStatus.statusListCredential,
      index: Number(data.credentialStatus.statusListIndex),
    },
  };
}
