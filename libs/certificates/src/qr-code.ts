import encodeQR from 'qr';

/**
 * A QR code as one SVG path along the tops of its rows, to be stroked with width one and half a row lower: half the length of
 * a path of squares. `size` includes the quiet zone of four modules that readers need.
 */
export interface QrDrawing {
  readonly size: number;
  readonly path: string;
}

const quietZone = 4;

/** Error correction Q: a quarter of the code may be unreadable. */
export function qrDrawing(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: quietZone });
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
      const begin = x;
      while (row[x]) x += 1;
      path += `M${begin} ${y}h${x - begin}`;
    }
  }
  return { size: rows.length, path };
}
