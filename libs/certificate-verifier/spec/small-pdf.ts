import { sealKey, sealLength } from '../src/document-seal';

/**
 * A PDF with an empty page, these attached texts and room for a seal: what verifiers read of a certificate without its page. It is
 * made and read in a millisecond.
 */
export function smallPdf(files: ReadonlyMap<string, string>): Buffer {
  const attached = [...files].flatMap(([name, text], index) => [
    `<</Type /Filespec /UF (${name}) /EF <</F ${5 + 2 * index} 0 R>>>>`,
    `<</Type /EmbeddedFile /Length ${Buffer.byteLength(text)}>>\nstream\n${text}\nendstream`,
  ]);
  const list = [...files].map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    `<</Type /Catalog /Pages 2 0 R /AF [${list}] /${sealKey} (${' '.repeat(sealLength)})>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 842 595]>>',
    ...attached,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(text);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(text);
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  );
}
