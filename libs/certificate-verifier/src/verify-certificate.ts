import { type Findings, findingsOn } from './findings';
import { CannotCheck, NotACertificate, Withdrawn } from './not-genuine';
import { PageNotGenuine } from './page-not-genuine';
import { type Primitives } from './primitives.port';
import { referenceCertificate } from './reference-certificate';
import { type VerificationInput } from './verification-input';

/**
 * The checks of a certificate, for the command, the offline page and the site alike. Checks everything that the input allows. A
 * check that fails is repeated with the reference certificate: if it fails there too, the program is at fault, not the certificate.
 * @throws NotACertificate when the file is not a PDF.
 * @throws NotGenuine with the first check that fails.
 * @throws CannotCheck when this program fails on the reference certificate too, or is older than the certificate.
 */
export async function verifyCertificate(input: VerificationInput, primitives: Primitives): Promise<Findings> {
  try {
    return await findingsOn(input, primitives);
  } catch (error) {
    if (!isCertain(error)) await checkProgram(primitives, error instanceof PageNotGenuine);
    throw error;
  }
}

/** Whether an error cannot come from a defect of this program. */
function isCertain(error: unknown): boolean {
  return error instanceof NotACertificate || error instanceof Withdrawn || error instanceof CannotCheck;
}

/** @throws CannotCheck when the reference certificate is not found genuine, with its page or without. */
async function checkProgram(primitives: Primitives, withPage: boolean): Promise<void> {
  const { readPage } = primitives;
  try {
    await findingsOn(referenceCertificate(), { ...primitives, readPage: withPage ? readPage : undefined });
  } catch (cause) {
    const work = withPage ? 'draw' : 'check';
    const message = `This program cannot ${work} certificates, not even its own reference certificate`;
    throw new CannotCheck(message, deepest(cause), { cause });
  }
}

/** The message of the first error of a chain of causes. */
function deepest(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return deepest(error.cause);
  return error instanceof Error ? error.message : String(error);
}
