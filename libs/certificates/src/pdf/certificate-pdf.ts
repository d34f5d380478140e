import { type IssuedCertificate } from '@governance/assessments';
import { productName } from '@governance/design';
import { type PDFDocument, PDFHeader, PDFHexString } from '@cantoo/pdf-lib';
import { checkPrintedText, NotGenuine } from '@governance/certificate-verifier';
import { createHash } from 'node:crypto';
import { attachmentsOf, resultOf } from './attachments';
import { type DocumentFacts } from './xmp-metadata';
import { PdfEditor } from './pdf-editor';
import { printedDocument } from './printed-document';
import { printedText } from './printed-text';
import { UntruePrint } from './untrue-print';

const title = 'AI governance self-assessment certificate';

/**
 * Makes the printed page an archivable document: with attachments, metadata, and accessible to screen readers. The tagged
 * content stays as Chromium wrote it. Dates and ids derive from the certificate, so every rendering gives the same document.
 * @throws UntruePrint when the page shows other words than the certificate.
 */
export async function certificatePdf(
  printed: Uint8Array,
  certificate: IssuedCertificate,
): Promise<Uint8Array> {
  const { verificationUrl, rubricUrl } = certificate;
  const links = new Map([
    [verificationUrl, `Verify this certificate at ${verificationUrl}`],
    [rubricUrl, `Questions and rules at ${rubricUrl}`],
  ]);
  const document = await printedDocument(withSteadyIds(printed), [...links.keys()]);
  refuseOtherWords(document, certificate);
  // Chromium declares 1.4; associated files need more (ISO 19005-3 is based on 1.7).
  document.context.header = PDFHeader.forVersion(1, 7);
  const editor = new PdfEditor(document);
  editor.describe(factsOf(certificate));
  editor.identify(idOf(certificate));
  editor.nameColours();
  for (const attachment of attachmentsOf(certificate)) editor.attach(attachment, certificate.createdAt);
  editor.describeLinks(links);
  editor.markArtifacts();
  editor.leaveRoomForSeal();
  editor.leaveRoomForSignature();
  return document.save({
    useObjectStreams: true,
    addDefaultPage: false,
    updateFieldAppearances: false,
    // One page is written quickly: the default pause after every 50 objects would take longer.
    objectsPerTick: Infinity,
  });
}

/** The check that verifiers make too. Nothing is sealed or signed before it. */
function refuseOtherWords(document: PDFDocument, certificate: IssuedCertificate): void {
  const pages = document.getPages();
  try {
    checkPrintedText({ pages: pages.length, text: pages.map(printedText).join(' ') }, resultOf(certificate));
  } catch (error) {
    if (!(error instanceof NotGenuine)) throw error;
    throw new UntruePrint(error.message, { cause: error });
  }
}

/** Chromium numbers structure elements across all its pages: here they start at 1. Keeps the length in bytes. */
function withSteadyIds(printed: Uint8Array): Uint8Array {
  const text = Buffer.from(printed).toString('latin1');
  const places = [...text.matchAll(/\(node(\d{8})\)/g)];
  const ids = [...new Set(places.map(([, id = '']) => id))].toSorted();
  const numbers = new Map(ids.map((id, index) => [id, String(index + 1).padStart(8, '0')]));
  const bytes = Buffer.from(printed);
  for (const { index, 1: id = '' } of places)
    bytes.write(numbers.get(id) ?? id, index + '(node'.length, 'latin1');
  return bytes;
}

function factsOf({ id, createdAt }: IssuedCertificate): DocumentFacts {
  return {
    title,
    author: productName,
    subject: `Certificate ${id}. A self-assessment, not an audit`,
    language: 'en',
    creator: productName,
    producer: `${productName}, with Skia/PDF`,
    date: createdAt,
  };
}

/** Documents with the same credential and the same declared name have the same id. */
function idOf({ signed, organizationName = '' }: IssuedCertificate): PDFHexString {
  const content = createHash('sha256').update(signed.credential).update(organizationName);
  return PDFHexString.of(content.digest('hex').slice(0, 32));
}
