import {
  type Disclosure,
  IssuerKeySet,
  NotGenuine,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { readFileSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { type CertificateOptions } from './certificate-options';
import { nodePrimitives } from './node-primitives';
import { trustedIssuer } from './trusted-issuer';

/** Checks the PDF of a certificate and shows what was found. @throws CommandError if it is not genuine. */
export async function checkFile(app: App, file: string, options: CertificateOptions): Promise<void> {
  const disclosure = disclosureOf(options);
  const { jwks, statusList } = await trustedIssuer(app, options);
  const input = {
    certificate: { pdf: readFileSync(file) },
    keys: new IssuerKeySet(jwks),
    rubrics: publishedRubrics.references,
    statusList,
    disclosure,
  };
  const { credential, checked, unchecked } = await verifyCertificate(input, nodePrimitives).catch(refuse);
  const { resultId: id, overallScore, tier, launchAllowed, issuedAt, issuer } = credential;
  app.show({
    genuine: true,
    id,
    overallScore,
    tier,
    launchAllowed,
    issuedAt: issuedAt.toISOString(),
    issuer,
  });
  for (const finding of checked) app.terminal.note(`ok: ${finding}`);
  for (const question of unchecked) app.terminal.note(`not checked: ${question}`);
}

function refuse(error: unknown): never {
  if (error instanceof NotGenuine) throw new CommandError(`NOT GENUINE: ${error.message}`, exitCode.negative);
  throw error;
}

function disclosureOf({ address, ownershipCode: salt }: CertificateOptions): Disclosure | undefined {
  if (address === undefined && salt === undefined) return undefined;
  if (address === undefined || salt === undefined)
    throw new CommandError('Give both --address and --ownership-code');
  return { address, salt };
}
