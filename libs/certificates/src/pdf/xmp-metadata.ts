/** The metadata of the document, the same in its information dictionary and its XMP metadata. */
export interface DocumentFacts {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly language: string;
  readonly creator: string;
  readonly producer: string;
  readonly date: Date;
}

/** ISO 19005-3 accepts times without fractions only when both places omit them. */
export function xmpDate(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** PDF/UA-1 for a document that is accessible; PDF/A-3a too for one that also lasts. */
export type DeclaredStandards = 'accessible' | 'archivable';

/**
 * The metadata stream. That of a certificate declares PDF/A-3a and PDF/UA-1, as veraPDF confirms (ADR 12). PDF/A does not know the PDF/UA
 * property, so the metadata describes it.
 */
export function xmpMetadata(facts: DocumentFacts, standards: DeclaredStandards = 'archivable'): string {
  const { title, author, subject, language, creator, producer, date } = mapValues(facts);
  const isArchivable = standards === 'archivable';
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
    xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
    xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${subject}</rdf:li></rdf:Alt></dc:description>
   <dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreateDate>${date}</xmp:CreateDate>
   <xmp:ModifyDate>${date}</xmp:ModifyDate>
   <xmp:CreatorTool>${creator}</xmp:CreatorTool>
   <pdf:Producer>${producer}</pdf:Producer>
${isArchivable ? archivable : ''}   <pdfuaid:part>1</pdfuaid:part>${isArchivable ? describedProperty : ''}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const archivable = `   <pdfaid:part>3</pdfaid:part>
   <pdfaid:conformance>A</pdfaid:conformance>
`;
const describedProperty = `
   <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
     <pdfaProperty:name>part</pdfaProperty:name>
     <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
     <pdfaProperty:category>internal</pdfaProperty:category>
     <pdfaProperty:description>The part of ISO 14289 to which the document conforms</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
   </rdf:li></rdf:Bag></pdfaExtension:schemas>`;

function mapValues({ date, ...texts }: DocumentFacts): Record<keyof DocumentFacts, string> {
  const { title, author, subject, language, creator, producer } = texts;
  return {
    title: escaped(title),
    author: escaped(author),
    subject: escaped(subject),
    language: escaped(language),
    creator: escaped(creator),
    producer: escaped(producer),
    date: xmpDate(date),
  };
}

function escaped(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${String(character.codePointAt(0))};`);
}
