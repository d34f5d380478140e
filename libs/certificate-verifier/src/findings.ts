import { type Answer } from './answer';
import { attachmentNames } from './attachment-names';
import { checkCredential, type CheckedCredential } from './check-credential';
import { checkDocumentSeal } from './check-document-seal';
import { checkHolderProof, type Disclosure } from './check-holder-proof';
import { checkLog, type LogEntry } from './check-log';
import { checkPrintedPage } from './check-printed-page';
import { checkResultData, type ResultData } from './check-result-data';
import { checkStatus } from './check-status';
import { type IssuerKeySet } from './issuer-key-set';
import { isPdf } from './is-pdf';
import { NotACertificate, NotGenuine, tooNew } from './not-genuine';
import { PageNotGenuine } from './page-not-genuine';
import { type Primitives } from './primitives.port';
import { readAttachments } from './read-attachments';
import { type PublishedRubric, type VerificationInput } from './verification-input';
import { isCompactJws } from './verified-payload';

/** The findings of all checks. */
export interface Findings extends Required<Answer> {
  readonly credential: CheckedCredential;
  /** The printed result; absent when only the certificate code was checked. */
  readonly result?: ResultData;
  /** Absent when no proof of the public log was checked. */
  readonly logEntry?: LogEntry;
}

/**
 * Checks everything that the input allows.
 * @throws NotACertificate when the file is not a PDF.
 * @throws NotGenuine with the first check that fails. The cause may be a defect of this program.
 * @throws CannotCheck when this program is older than the certificate.
 */
export async function findingsOn(input: VerificationInput, primitives: Primitives): Promise<Findings> {
  const { certificate, keys, rubrics, disclosure, statusList, log } = input;
  if ('pdf' in certificate && !isPdf(certificate.pdf)) throw new NotACertificate('The file is not a PDF');
  const tools = { ...primitives, keys };
  const files = 'pdf' in certificate ? await readAttachments(certificate.pdf) : undefined;
  const jws = files ? member(files, attachmentNames.credential, 'credential') : credentialOf(certificate);
  const credential = await checkCredential(jws, keys);
  const subject = { certificate, files, credential, tools };
  const result = await checkFile(subject);
  const file = result && { result, proof: files?.get(attachmentNames.logProof) };
  const { logEntry, ...logged } = await checkLog({ credential, jws, file }, log, primitives);
  const holder = await checkHolder(subject, disclosure);
  const withdrawal = await checkWithdrawal(subject, statusList);
  // Last: these checks depend on the age of the program, and what the others refuse is refused without them.
  checkRubric(credential, rubrics);
  const page = await checkPage(subject, result);
  const answers = [page, logged, declaredName(result), holder, withdrawal];
  return {
    credential,
    ...(result && { result }),
    ...(logEntry && { logEntry }),
    checked: [
      `The credential is signed by ${credential.keyId}`,
      ...domainFindings(credential),
      ...answers.flatMap(({ checked = [] }) => checked),
    ],
    unchecked: answers.flatMap(({ unchecked = [] }) => unchecked),
    missing: answers.flatMap(({ missing = [] }) => missing),
    reservations: answers.flatMap(({ reservations = [] }) => reservations),
  };
}

interface Subject {
  readonly certificate: VerificationInput['certificate'];
  /** The attachments of the PDF; absent for a certificate code alone. */
  readonly files: ReadonlyMap<string, string> | undefined;
  readonly credential: CheckedCredential;
  readonly tools: Primitives & { readonly keys: IssuerKeySet };
}

/** @throws PageNotGenuine when the page cannot be read, or does not show the result. */
async function checkPage({ certificate, tools }: Subject, result: ResultData | undefined): Promise<Answer> {
  if (!('pdf' in certificate) || !result)
    return {
      unchecked: ['the file and the page: only the certificate code was given'],
      missing: ['the file and its page'],
    };
  const file = 'The file is as it was issued, byte for byte';
  if (!tools.readPage)
    return {
      checked: [file],
      unchecked: ['what the page shows: rely on this text, not on the page'],
      missing: ['what the page shows'],
    };
  try {
    checkPrintedPage(await tools.readPage(certificate.pdf), result);
  } catch (cause) {
    throw new PageNotGenuine(cause instanceof NotGenuine ? cause.message : 'The page cannot be read', {
      cause,
    });
  }
  return { checked: [file, 'The page shows what the credential says, and nothing else'] };
}

function domainFindings({ domain }: CheckedCredential): string[] {
  return domain ? [`Its holder controlled the domain ${domain.name} on ${domain.provenAt.slice(0, 10)}`] : [];
}

function declaredName({ organizationName }: Partial<ResultData> = {}): Answer {
  if (organizationName === undefined) return {};
  return { unchecked: [`the organization “${organizationName}”: its name was declared by the holder`] };
}

/**
 * @throws NotGenuine when this version was published with other content.
 * @throws CannotCheck when it is none of the versions that this program knows.
 */
function checkRubric({ rubric }: CheckedCredential, rubrics: readonly PublishedRubric[]): void {
  const { id, version, sha256 } = rubric;
  const published = rubrics.find((candidate) => candidate.id === id && candidate.version === version);
  if (!published) throw tooNew(`the rubric ${id} ${version}`);
  if (published.sha256 !== sha256)
    throw new NotGenuine(`The rubric ${id} ${version} was not published with this hash`);
}

/** Undefined for a certificate code alone. */
async function checkFile({
  certificate,
  files,
  credential,
  tools,
}: Subject): Promise<ResultData | undefined> {
  if (!('pdf' in certificate) || !files) return undefined;
  const { pdf } = certificate;
  await checkDocumentSeal(pdf, credential, tools);
  return checkResultData(text(files, attachmentNames.result), credential);
}

async function checkHolder(
  { files, credential, tools }: Subject,
  disclosure: Disclosure | undefined,
): Promise<Answer> {
  if (disclosure || files?.has(attachmentNames.holderProof)) {
    if (!files)
      throw new NotGenuine('A certificate code does not identify its holder. Upload the PDF instead');
    const proof = member(files, attachmentNames.holderProof, 'holderProof');
    await checkHolderProof(proof, { credential, disclosure }, tools);
  }
  if (disclosure) return { checked: ['It was mailed to the given address'] };
  return { unchecked: ['who holds it: ask the holder for the address and the ownership code'] };
}

async function checkWithdrawal(
  { credential, tools }: Subject,
  statusList: VerificationInput['statusList'],
): Promise<Answer> {
  if (!statusList) return withdrawalOpen('check it online, or with a status list');
  const answer = await statusList(credential.status.list);
  if (!answer) return withdrawalOpen('the issuer is out of reach');
  const at = (await checkStatus(answer.list, credential, tools)) ?? answer.askedAt;
  if (at) return { checked: [`It was not withdrawn, as of ${at.toISOString()}`] };
  return withdrawalOpen('the status list was signed before the certificate was issued');
}

function withdrawalOpen(why: string): Answer {
  return { unchecked: [`whether it was withdrawn since: ${why}`], missing: ['whether it was withdrawn'] };
}

function credentialOf(certificate: VerificationInput['certificate']): string {
  const code = 'credential' in certificate ? certificate.credential : '';
  if (!isCompactJws(code)) throw new NotGenuine('This is not a certificate code. Upload the PDF instead');
  return code;
}

function text(files: ReadonlyMap<string, string>, name: string): string {
  const found = files.get(name);
  if (found === undefined) throw new NotGenuine(`The file does not contain ${name}`);
  return found;
}

/** A string member of an attached JSON object. */
function member(files: ReadonlyMap<string, string>, name: string, key: string): string {
  const content = text(files, name);
  try {
    const value = (JSON.parse(content) as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'string') return value;
  } catch {
    // Not JSON, so not what the issuer attached.
  }
  throw new NotGenuine(`The attached ${name} is damaged`);
}
