import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { sealKey } from '@governance/certificate-verifier';
import { deflateSync, inflateSync } from 'node:zlib';
import { type Attachment } from './attachments';
import { withArtifacts } from './content-artifacts';
import { emptySeal } from './issued-pdf';
import { pdfDate } from './pdf-date';
import { addSignatureField } from './signature-field';
import { srgbProfile } from './srgb-profile';
import { type DeclaredStandards, type DocumentFacts, xmpMetadata } from './xmp-metadata';

/** Half the time of zlib's default, for 5% more bytes. */
const compression = 4;
/** About the length of a certificate's content, so that it is decompressed in one piece. */
const contentBytes = 262_144;

/** Adds to a PDF of Chromium, object by object, what Chromium omits. */
export class PdfEditor {
  private readonly context: PDFContext;
  private readonly catalog: PDFDict;

  constructor(private readonly document: PDFDocument) {
    this.context = document.context;
    this.catalog = document.catalog;
  }

  describe(facts: DocumentFacts, standards?: DeclaredStandards): void {
    const { title, author, subject, creator, producer, date } = facts;
    const written = PDFString.of(pdfDate(date));
    const { Info: former } = this.context.trailerInfo;
    if (former instanceof PDFRef) this.context.delete(former);
    this.context.trailerInfo.Info = this.context.register(
      this.context.obj({
        Title: PDFHexString.fromText(title),
        Author: PDFHexString.fromText(author),
        Subject: PDFHexString.fromText(subject),
        Creator: PDFHexString.fromText(creator),
        Producer: PDFHexString.fromText(producer),
        CreationDate: written,
        ModDate: written,
      }),
    );
    // Not compressed: readers look for the metadata without parsing the PDF.
    const metadata = this.stream(Buffer.from(xmpMetadata(facts, standards)), {
      Type: 'Metadata',
      Subtype: 'XML',
    });
    this.catalog.set(PDFName.of('Metadata'), metadata);
  }

  identify(id: PDFHexString): void {
    this.context.trailerInfo.ID = this.context.obj([id, id]);
  }

  nameColours(): void {
    const profile = this.stream(srgbProfile(), { N: 3 });
    const intent = this.context.obj({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: PDFString.of('sRGB IEC61966-2.1'),
      Info: PDFString.of('sRGB IEC61966-2.1'),
      DestOutputProfile: profile,
    });
    this.catalog.set(PDFName.of('OutputIntents'), this.context.obj([intent]));
  }

  attach({ name, mediaType, description, relationship, text }: Attachment, date: Date): void {
    const bytes = Buffer.from(text);
    const written = PDFString.of(pdfDate(date));
    const file = this.stream(bytes, {
      Type: 'EmbeddedFile',
      Subtype: mediaType,
      Params: { Size: bytes.length, CreationDate: written, ModDate: written },
    });
    const specification = this.context.register(
      this.context.obj({
        Type: 'Filespec',
        F: PDFString.of(name),
        UF: PDFHexString.fromText(name),
        Desc: PDFHexString.fromText(description),
        AFRelationship: relationship,
        EF: { F: file, UF: file },
      }),
    );
    this.listOf(this.catalog, 'AF').push(specification);
    const names = this.dictOf(this.dictOf(this.catalog, 'Names'), 'EmbeddedFiles');
    // Already sorted by `attachmentsOf`.
    const entries = this.listOf(names, 'Names');
    entries.push(PDFHexString.fromText(name));
    entries.push(specification);
  }

  /** ISO 14289-1, 7.18.5: a link describes its target. The descriptions are by address. */
  describeLinks(descriptions: ReadonlyMap<string, string>): void {
    const annotations = this.document.getPages().flatMap(({ node }) => node.Annots()?.asArray() ?? []);
    for (const place of annotations) {
      const annotation = this.context.lookup(place, PDFDict);
      const action = annotation.lookupMaybe(PDFName.of('A'), PDFDict);
      const address = action?.lookupMaybe(PDFName.of('URI'), PDFString)?.decodeText() ?? '';
      const description = descriptions.get(address);
      if (description !== undefined)
        annotation.set(PDFName.of('Contents'), PDFHexString.fromText(description));
    }
  }

  markArtifacts(): void {
    for (const page of this.document.getPages()) {
      const place = page.node.get(PDFName.of('Contents'));
      const stream = page.node.lookup(PDFName.of('Contents'));
      if (!(place instanceof PDFRef) || !(stream instanceof PDFRawStream))
        throw new Error('The page does not have one content stream');
      const content = inflateSync(stream.contents, { chunkSize: contentBytes }).toString('latin1');
      const marked = deflateSync(Buffer.from(withArtifacts(content), 'latin1'), { level: compression });
      this.context.assign(place, this.rawStream(marked, { Filter: 'FlateDecode' }));
    }
  }

  leaveRoomForSeal(): void {
    this.catalog.set(PDFName.of(sealKey), PDFString.of(emptySeal));
  }

  leaveRoomForSignature(): void {
    addSignatureField(this.document);
  }

  private stream(bytes: Uint8Array, entries: Parameters<PDFContext['stream']>[1]): PDFRef {
    return this.context.register(this.rawStream(bytes, entries));
  }

  private rawStream(bytes: Uint8Array, entries: Parameters<PDFContext['stream']>[1]): PDFRawStream {
    return this.context.stream(bytes, entries);
  }

  private listOf(dict: PDFDict, name: string): PDFArray {
    return dict.lookupMaybe(PDFName.of(name), PDFArray) ?? this.put(dict, name, this.context.obj([]));
  }

  private dictOf(dict: PDFDict, name: string): PDFDict {
    return dict.lookupMaybe(PDFName.of(name), PDFDict) ?? this.put(dict, name, this.context.obj({}));
  }

  private put<Value extends PDFArray | PDFDict>(dict: PDFDict, name: string, value: Value): Value {
    dict.set(PDFName.of(name), value);
    return value;
  }
}
