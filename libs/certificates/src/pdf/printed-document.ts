import { ParseSpeeds, type PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { UntruePrint } from './untrue-print';

/** All evidence of a submission prints in less than 1 MiB. */
const longestPrint = 8 * 1024 * 1024;

/** What Chromium writes. Other entries could run scripts, open addresses or carry files. */
const known = {
  catalog: ['Type', 'Pages', 'MarkInfo', 'StructTreeRoot', 'Outlines', 'ViewerPreferences', 'Lang'],
  page: 'Type Resources MediaBox Annots Contents StructParents Tabs Parent'.split(' '),
  resources: ['ProcSet', 'ExtGState', 'Font'],
  link: 'Type Subtype F Border Rect A StructParent'.split(' '),
  action: ['Type', 'S', 'URI'],
  bookmark: 'Title Dest Parent SE First Last Prev Next Count Type'.split(' '),
};

/**
 * Reads what a browser printed. It may have been taken over by a document that it printed before, so nothing in it is trusted.
 * @throws UntruePrint when it contains anything active, or a link to another address than these.
 */
export async function printedDocument(
  printed: Uint8Array,
  addresses: readonly string[],
): Promise<PDFDocument> {
  if (printed.length > longestPrint) throw new UntruePrint('The document is too long');
  try {
    const document = await PDFDocument.load(printed, {
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    });
    refuseOthers(document.catalog, known.catalog);
    refuseActions(document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict));
    for (const { node } of document.getPages()) {
      refuseOthers(node, known.page);
      refuseOthers(node.Resources(), known.resources);
      for (const address of addressesOf(node.Annots()))
        if (!addresses.includes(address)) throw new UntruePrint('The document links to another address');
    }
    return document;
  } catch (error) {
    if (error instanceof UntruePrint) throw error;
    throw new UntruePrint('The document cannot be read', { cause: error });
  }
}

function refuseOthers(dict: PDFDict | undefined, names: readonly string[]): void {
  const other = dict?.keys().find((key) => !names.includes(key.decodeText()));
  if (other) throw new UntruePrint(`The document has the entry ${other.decodeText().slice(0, 20)}`);
}

/** Bookmarks may lead to pages, and do nothing else. */
function refuseActions(outlines: PDFDict | undefined): void {
  const open = [outlines];
  const seen = new Set<PDFDict>();
  for (const bookmark of open) {
    if (!bookmark || seen.has(bookmark)) continue;
    seen.add(bookmark);
    refuseOthers(bookmark, known.bookmark);
    open.push(...['First', 'Next'].map((name) => bookmark.lookupMaybe(PDFName.of(name), PDFDict)));
  }
}

function addressesOf(annotations: PDFArray | undefined): string[] {
  return Array.from({ length: annotations?.size() ?? 0 }, (_, index) => {
    const annotation = annotations?.lookup(index, PDFDict);
    refuseOthers(annotation, known.link);
    const action = annotation?.lookup(PDFName.of('A'), PDFDict);
    refuseOthers(action, known.action);
    return action?.lookup(PDFName.of('URI'), PDFString).decodeText() ?? '';
  });
}
