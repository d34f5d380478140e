import * as z from 'zod';
import { type CheckedCredential, provenDomain } from './check-credential';
import { NotGenuine, tooNew } from './not-genuine';
import { holderLayout, logLayout, modes, showsHolder, tiers, unloggedLayout } from './page-layouts';

const score = z.int().min(0).max(100);

/** Of later layouts, this program knows no words. */
const laterLayout = z.object({ layout: z.int().gt(logLayout) });

const resultData = z.object({
  layout: z.literal([1, 2, 3, 4, 5]),
  id: z.string(),
  issuedAt: z.iso.datetime(),
  mode: z.enum(modes),
  overallScore: score,
  tier: z.enum(tiers),
  launchAllowed: z.boolean(),
  launchReason: z.string(),
  domainScores: z.array(z.object({ id: z.string(), title: z.string(), score, belowFloor: z.boolean() })),
  rubric: z.object({ id: z.string(), version: z.string(), sha256: z.string() }),
  verificationUrl: z.string(),
  /** Declared by the holder, not checked: in no credential. The seal of the file covers it. */
  organizationName: z.string().optional(),
  /** As in the credential. */
  domain: provenDomain.optional(),
  /** In the public log, of which the file has a proof. */
  logEntry: z.int().nonnegative().optional(),
});

/** The result that a certificate carries as data: everything that is printed. */
export type ResultData = z.infer<typeof resultData>;

/**
 * Reads the attached result and checks that it matches the credential.
 * @throws NotGenuine
 * @throws CannotCheck for a layout that was added after this program was made. Check the seal of the file first.
 */
export function checkResultData(text: string, credential: CheckedCredential): ResultData {
  const value = parsed(text);
  const later = laterLayout.safeParse(value);
  if (later.success) throw tooNew(`the layout ${later.data.layout} of the certificate`);
  const { data } = resultData.safeParse(value);
  if (!data || !hasItsLayout(data)) throw new NotGenuine('The attached result has an unknown layout');
  if (!saysTheSame(data, credential))
    throw new NotGenuine('The attached result does not match the credential');
  return data;
}

/** From 5 on, certificates are in the log. The layouts before 4 are of certificates with a holder or without one. */
function hasItsLayout(data: ResultData): boolean {
  if (data.layout === logLayout) return data.logEntry !== undefined;
  if (data.layout === unloggedLayout) return true;
  return data.logEntry === undefined && showsHolder(data) === (data.layout === holderLayout);
}

function saysTheSame(data: ResultData, credential: CheckedCredential): boolean {
  // Credentials contain whole seconds.
  const signedSecond = Math.floor(Date.parse(data.issuedAt) / 1000) * 1000;
  const { rubric } = credential;
  const pairs = [
    [data.id, credential.resultId],
    [signedSecond, credential.issuedAt.getTime()],
    [data.mode, credential.mode],
    [data.overallScore, credential.overallScore],
    [data.tier, credential.tier],
    [data.launchAllowed, credential.launchAllowed],
    [data.rubric.id, rubric.id],
    [data.rubric.version, rubric.version],
    [data.rubric.sha256, rubric.sha256],
    [data.verificationUrl, credential.verificationUrl],
    [data.domain?.name, credential.domain?.name],
    [data.domain?.provenAt, credential.domain?.provenAt],
  ];
  return pairs.every(([one, other]) => one === other);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
