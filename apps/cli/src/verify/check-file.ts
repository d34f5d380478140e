import {
  type Disclosure,
  type GenuineVerdict,
  IssuerKeySet,
  refusalOf,
  verdictOf,
} from '@governance/certificate-verifier';
import { type App } from '../app';
import { canonical } from '../canonical';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { bytesOf, readJson } from '../files/read-text';
import { type CertificateOptions } from './certificate-options';
import { nodePrimitives } from './node-primitives';
import { trustedIssuer } from './trusted-issuer';
import { trustedLog } from './trusted-log';
import { verifyCertificate } from './verification';

/** Checks the PDF of a certificate and shows the verdict. @throws CommandError if it is red, or could not be reached. */
export async function checkFile(app: App, file: string, options: CertificateOptions): Promise<void> {
  const disclosure = disclosureOf(options);
  const { jwks, statusList } = await trustedIssuer(app, options);
  const log = await trustedLog(app, options);
  const { stdin } = app.terminal;
  const answers = options.answers === undefined ? undefined : await readJson(options.answers, stdin);
  const lost: unknown[] = [];
  const input = {
    pdf: bytesOf(file),
    keys: new IssuerKeySet(jwks, options.keys === undefined ? 'issuer' : 'saved'),
    log,
    disclosure,
    answers,
    statusList:
      statusList && ((url: string) => statusList(url).catch((error: unknown) => void lost.push(error))),
  };
  const primitives = await nodePrimitives();
  const verdict = verdictOf(await verifyCertificate(input, primitives).catch(refusedBy(app)), new Date());
  // The user asked for the status: a script must not take "not checked" for an answer.
  if (lost.length > 0) {
    app.terminal.note(verdict.sentence);
    throw lost[0];
  }
  if (options.trust !== undefined) refuseDoubts(app, verdict);
  show(app, verdict);
  if (!primitives.readPage)
    app.terminal.note('To compare the page too, install pdfjs-dist and @napi-rs/canvas beside this program');
}

function show(app: App, { colour, sentence, findings }: GenuineVerdict): void {
  const { credential, checked, unchecked, logEntry } = findings;
  const { resultId: id, overallScore, tier, launchAllowed, issuedAt, issuer, rubric } = credential;
  app.show({
    genuine: true,
    verdict: colour,
    id,
    overallScore,
    tier,
    launchAllowed,
    issuedAt: issuedAt.toISOString(),
    issuer,
    rubric: `${rubric.id} ${rubric.version}`,
    ...(logEntry && { logEntry: logEntry.index, witnessedAt: logEntry.witnessedAt?.toISOString() ?? null }),
  });
  app.terminal.note(sentence);
  for (const finding of checked) app.terminal.note(`ok: ${finding}`);
  for (const question of unchecked) app.terminal.note(`not checked: ${question}`);
}

/** The user named the witnesses: a script must not take a certificate that they have not confirmed for a genuine one. */
function refuseDoubts(app: App, { colour, sentence, findings }: GenuineVerdict): void {
  const doubt = findings.logEntry?.doubt;
  if (doubt === undefined) return;
  app.terminal.note(sentence);
  app.showForPrograms({ genuine: null, verdict: colour, sentence });
  throw new CommandError(`The public log does not confirm this certificate: ${doubt}`, exitCode.unchecked);
}

/** A file that is not a PDF is invalid input: there is no certificate to judge. */
const codes = { red: exitCode.negative, amber: exitCode.unchecked, grey: exitCode.usage } as const;

function refusedBy(app: App): (error: unknown) => never {
  return (error) => {
    const refusal = refusalOf(error);
    const { colour, sentence } = refusal;
    app.showForPrograms({ genuine: colour === 'red' ? false : null, verdict: colour, sentence });
    const reason = 'reason' in refusal ? ` Reason: ${refusal.reason} (Node ${process.versions.node})` : '';
    throw new CommandError(`${sentence}${reason}`, codes[colour]);
  };
}

function disclosureOf({ address, ownershipCode: salt }: CertificateOptions): Disclosure | undefined {
  if (address === undefined && salt === undefined) return undefined;
  if (address === undefined || salt === undefined)
    throw new CommandError('Give both --address and --ownership-code');
  return { address, salt: canonical(salt) };
}
