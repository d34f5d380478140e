import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { signatureLength } from '@governance/certificate-verifier';
import { noDate } from './issued-pdf';

/** Print, and Locked: ISO 19005-3, 6.3.2 asks for the first. */
const flags = 4 + 128;
/** SignaturesExist, and AppendOnly. */
const signatureFlags = 3;
/** What the signer replaces by the ranges. */
const placeholder = PDFName.of('**********');
const description = 'Signature of the certificate issuer';

/**
 * Adds an invisible signature field with room for the signature. Its widget is in the structure of the document and described,
 * as ISO 14289-1, 7.18 demands, and has no area, so it needs no appearance.
 */
export function addSignatureField(document: PDFDocument): void {
  const { context, catalog } = document;
  const [page] = document.getPages();
  if (!page) throw new Error('The document has no page');
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, placeholder, placeholder, placeholder],
      Contents: PDFHexString.of('0'.repeat(2 * signatureLength)),
      M: PDFString.of(noDate),
    }),
  );
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFString.of('Signature'),
    TU: PDFString.of(description),
    F: flags,
    Rect: [0, 0, 0, 0],
    P: page.ref,
    V: signature,
  });
  const field = context.register(widget);
  page.node.addAnnot(field);
  page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: signatureFlags }));
  widget.set(PDFName.of('StructParent'), PDFNumber.of(addToStructure(document, { field, page: page.ref })));
}

/** Returns the key of the new element among the parents of content. */
function addToStructure(
  { context, catalog }: PDFDocument,
  { field, page }: { readonly field: PDFRef; readonly page: PDFRef },
): number {
  const root = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const top = topElement(root);
  const parent = context.obj({
    Type: 'StructElem',
    S: 'Form',
    P: top.ref,
    Pg: page,
    Alt: PDFString.of(description),
    K: { Type: 'OBJR', Pg: page, Obj: field },
  });
  const form = context.register(parent);
  top.children.push(form);
  const key = root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber();
  root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key + 1));
  const parents = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
  parents.push(PDFNumber.of(key));
  parents.push(form);
  return key;
}

/** The element `Document`, the only child of the root, and its children. */
function topElement(root: PDFDict): { readonly ref: PDFRef; readonly children: PDFArray } {
  const kids = root.get(PDFName.of('K'));
  const ref = kids instanceof PDFArray ? kids.get(0) : kids;
  if (!(ref instanceof PDFRef)) throw new Error('The document has no structure');
  const top = root.context.lookup(ref, PDFDict);
  const children = top.lookup(PDFName.of('K'));
  if (children instanceof PDFArray) return { ref, children };
  const list = root.context.obj([top.get(PDFName.of('K')) ?? null]);
  top.set(PDFName.of('K'), list);
  return { ref, children: list };
}
