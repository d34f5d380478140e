import {
  attachmentNames,
  checkCredential,
  type CheckedCredential,
  checkDocumentSeal,
  checkHolderProof,
  checkPrintedPage,
  checkResultData,
  checkStatus,
  type Disclosure,
  type IssuerKeySet,
  NotGenuine,
  readAttachments,
} from '@governance/certificates';
import { readPdf } from '@governance/testing';
import { checkRederivation, rubricOf } from './rederivation';

export interface VerificationInput {
  readonly pdf: Uint8Array;
  /** Of the issuer that is trusted. */
  readonly keys: IssuerKeySet;
  readonly disclosure?: Disclosure | undefined;
  /** Parsed JSON. */
  readonly answers?: unknown;
  /** The list of withdrawals that a credential names; undefined when it cannot be asked. */
  readonly statusList?: ((url: string) => Promise<string>) | undefined;
}

/** What was found, in words. `unchecked` is what nobody asked for, or could be asked for. */
export interface Findings {
  readonly credential: CheckedCredential;
  readonly checked: readonly string[];
  readonly unchecked: readonly string[];
}

/**
 * Checks everything about a certificate that can be checked.
 * @throws NotGenuine with the first thing that is wrong.
 */
export async function verifyCertificate({ pdf, keys, ...input }: VerificationInput): Promise<Findings> {
  const files = await readAttachments(pdf);
  const credential = await checkCredential(member(files, attachmentNames.credential, 'credential'), keys);
  const checked = [`The credential is signed by ${credential.keyId}`];
  const unchecked: string[] = [];
  rubricOf(credential);
  await checkDocumentSeal(pdf, credential, keys);
  checked.push('The file is as it was issued, byte for byte');
  const result = checkResultData(text(files, attachmentNames.result), credential);
  checkPrintedPage(await pageOf(pdf), result);
  checked.push('The page shows what the credential says, and nothing else');
  await checkHolder({ files, credential, keys, disclosure: input.disclosure });
  if (input.disclosure) checked.push('It was mailed to the address that was named');
  else unchecked.push('whose it is: ask the holder for address and salt (--address, --salt)');
  if (input.statusList) {
    const at = await checkStatus(await input.statusList(credential.status.list), credential, keys);
    checked.push(`It was not withdrawn, as of ${at.toISOString()}`);
  } else
    unchecked.push('whether it was withdrawn since: that is known online, or by a status list (--status)');
  if (input.answers !== undefined) {
    checkRederivation(input.answers, credential, result);
    checked.push('The answers give this result');
  }
  return { credential, checked, unchecked };
}

async function pageOf(pdf: Uint8Array): ReturnType<typeof readPdf> {
  return readPdf(pdf).catch((cause: unknown) => {
    throw new NotGenuine('The page cannot be read', { cause });
  });
}

interface HolderCheck extends Pick<VerificationInput, 'keys' | 'disclosure'> {
  readonly files: ReadonlyMap<string, string>;
  readonly credential: CheckedCredential;
}

async function checkHolder({ files, credential, keys, disclosure }: HolderCheck): Promise<void> {
  if (!disclosure && !files.has(attachmentNames.holderProof)) return;
  const proof = member(files, attachmentNames.holderProof, 'holderProof');
  await checkHolderProof(proof, { credential, disclosure }, keys);
}

function text(files: ReadonlyMap<string, string>, name: string): string {
  const found = files.get(name);
  if (found === undefined) throw new NotGenuine(`The file does not carry ${name}`);
  return found;
}

/** A text in a JSON object that is attached. */
function member(files: ReadonlyMap<string, string>, name: string, key: string): string {
  const content = text(files, name);
  try {
    const value = (JSON.parse(content) as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'string') return value;
  } catch {
    // Whatever is there, it is not what was issued.
  }
  throw new NotGenuine(`The attached ${name} is damaged`);
}
