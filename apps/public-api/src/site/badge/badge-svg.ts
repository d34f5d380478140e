import { light, tierMarkSvg, tierStyles } from '@governance/design';
import { type Tier } from '@governance/rubric';

const label = 'AI governance self-assessment';
const height = 28;
const padding = 10;
const markWidth = 34;
/** Wide enough for any of the sans-serif fonts that a reader may have; `textLength` then fits the text exactly. */
const perCharacter = 6.45;

/** Colours are attributes, so that it is drawn the same under the strictest policy. It has its own ground, dark or light. */
export function badgeSvg(text: string, tier?: Tier): string {
  const left = widthOf(label);
  const mark = tier === undefined ? 0 : markWidth + 8;
  const right = widthOf(text) + mark;
  const width = left + right;
  const ink = tier === undefined ? light.negative : tierStyles[tier].light.ink;
  const tint = tier === undefined ? light.negativeTint : tierStyles[tier].light.tint;
  const title = `${label}: ${text}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="3" fill="${tint}" stroke="${light.accent}"/>`,
    `<path d="M3.5 .5H${left}V${height - 0.5}H3.5a3 3 0 0 1-3-3V3.5a3 3 0 0 1 3-3Z" fill="${light.accent}"/>`,
    textAt(padding, label, { fill: light.onAccent, bold: false }),
    ...(tier === undefined
      ? []
      : [
          `<svg x="${left + padding}" y="9" width="${markWidth}" height="10" viewBox="0 0 41 12" color="${ink}">${segments(tier)}</svg>`,
        ]),
    textAt(left + padding + mark, text, { fill: ink, bold: true }),
    '</svg>',
  ].join('');
}

function widthOf(text: string): number {
  return Math.round(text.length * perCharacter) + 2 * padding;
}

function segments(tier: Tier): string {
  return tierMarkSvg(tier).replace(/^<svg[^>]*>|<\/svg>$/g, '');
}

function textAt(x: number, text: string, { fill, bold }: TextStyle): string {
  const length = Math.round(text.length * perCharacter);
  return (
    `<text x="${x}" y="18.5" fill="${fill}" font-family="Inter,Verdana,'DejaVu Sans',sans-serif" font-size="12"` +
    `${bold ? ' font-weight="600"' : ''} textLength="${length}" lengthAdjust="spacingAndGlyphs">${text}</text>`
  );
}

interface TextStyle {
  readonly fill: string;
  readonly bold: boolean;
}
