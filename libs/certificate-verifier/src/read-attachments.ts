import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { NotGenuine } from './not-genuine';

/**
 * The contents of the files attached to a PDF, by file name.
 * @throws NotGenuine when the file is not a PDF, or contains two files with one name.
 */
export async function readAttachments(pdf: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const files = await filesOf(pdf).catch((cause: unknown) => {
    throw new NotGenuine('The file is not a readable PDF', { cause });
  });
  const names = files.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new NotGenuine(`The file contains ${twice} twice`);
  return new Map(files.map(({ name, text }) => [name, text]));
}

interface AttachedFile {
  readonly name: string;
  readonly text: string;
}

async function filesOf(pdf: Uint8Array): Promise<AttachedFile[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const list = document.catalog.lookupMaybe(PDFName.of('AF'), PDFArray);
  return Array.from({ length: list?.size() ?? 0 }, (_, index) => list?.lookup(index))
    .filter((entry) => entry instanceof PDFDict)
    .map(fileOf);
}

function fileOf(specification: PDFDict): AttachedFile {
  const name = specification.lookupMaybe(PDFName.of('UF'), PDFString, PDFHexString)?.decodeText() ?? '';
  const stream = specification.lookupMaybe(PDFName.of('EF'), PDFDict)?.lookup(PDFName.of('F'));
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : new Uint8Array();
  return { name, text: new TextDecoder().decode(bytes) };
}
