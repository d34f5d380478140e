import { create } from 'qrcode';

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
  const { modules } = create(text, { errorCorrectionLevel: 'Q' });
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue;
      let end = column + 1;
      while (end < size && modules.get(row, end)) end += 1;
      path += `M${column + quietZone} ${row + quietZone}h${end - column}`;
      column = end;
    }
  }
  return { size: size + 2 * quietZone, path };
}
