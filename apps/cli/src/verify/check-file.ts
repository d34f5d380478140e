import { type Disclosure, IssuerKeySet, NotGenuine } from '@governance/certificate-verifier';
import { readFileSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { readJson } from '../files/read-text';
import { type CertificateOptions } from './certificate-options';
import { nodePrimitives } from './node-primitives';
import { trustedIssuer } from './trusted-issuer';
import { verifyCertificate } from './verification';

/** Checks the PDF of a certificate and shows what was found. @throws CommandError if it is not genuine. */
export async function checkFile(app: App, file: string, options: CertificateOptions): Promise<void> {
  const disclosure = disclosureOf(options);
  const { jwks, statusList } = await trustedIssuer(app, options);
  const { stdin } = app.terminal.streams;
  const answers = options.answers === undefined ? undefined : await readJson(options.answers, stdin);
  const input = { pdf: readFileSync(file), keys: new IssuerKeySet(jwks), statusList, disclosure, answers };
  const primitives = await nodePrimitives();
  const { credential, checked, unchecked } = await verifyCertificate(input, primitives).catch(refuse);
  const { resultId: id, overallScore, tier, launchAllowed, issuedAt, issuer, rubric } = credential;
  app.show({
    genuine: true,
    id,
    overallScore,
    tier,
    launchAllowed,
    issuedAt: issuedAt.toISOString(),
    issuer,
    rubric: `${rubric.id} ${rubric.version}`,
  });
  for (const finding of checked) app.terminal.note(`ok: ${finding}`);
  for (const question of unchecked) app.terminal.note(`not checked: ${question}`);
  if (!primitives.readPage)
    app.terminal.note('To compare the page too, install pdfjs-dist and @napi-rs/canvas beside this program');
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
